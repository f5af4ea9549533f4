"""A document that moves change, and the entries that they add."""

from django.db import models


class Document(models.Model):
    """A JSON document, kept as text: jsonb is slower."""

    body = models.TextField()
    changes = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"document {self.pk}"


class Entry(models.Model):
    """What one change has added."""

    document = models.ForeignKey(Document, on_delete=models.CASCADE)
    number = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=["document", "number"], name="one_entry_of_each_number"),)

    def __str__(self) -> str:
        return f"entry {self.number} of document {self.document_id}"
