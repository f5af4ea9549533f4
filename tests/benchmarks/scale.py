"""How large a run is: whole, or tiny, as the tests run each benchmark to see that it still does."""

import os

TINY = os.environ.get("BENCH_SIZE") == "tiny"
FULL = os.environ.get("BENCH_SIZE") == "full"


def sized(usual: int, tiny: int, full: int | None = None) -> int:
    """Give how much of something a run of the chosen size does."""
    return tiny if TINY else usual if full is None or not FULL else full
