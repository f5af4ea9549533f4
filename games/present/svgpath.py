"""Paths of our own drawings as lines of points, for where no browser draws them."""

import re
from collections.abc import Iterator

Point = tuple[float, float]

_PIECE = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
#: Straight pieces that a curve becomes.
PIECES = 6
#: How many numbers each command takes.
_TAKES = {"m": 2, "l": 2, "h": 1, "v": 1, "q": 4, "t": 2, "z": 0}


def lines(path: str) -> list[list[Point]]:
    """Give a path's lines. Knows M, L, H, V, Q, T and Z, large and small; raises ValueError for another."""
    found: list[list[Point]] = []
    x = y = 0.0
    control: Point = (0.0, 0.0)
    for command, numbers in _commands(path):
        small = command.lower()
        # A small letter counts from the point reached.
        dx, dy = (x, y) if command.islower() else (0.0, 0.0)
        match small:
            case "m":
                x, y = numbers[0] + dx, numbers[1] + dy
                found.append([(x, y)])
            case "l":
                x, y = numbers[0] + dx, numbers[1] + dy
                found[-1].append((x, y))
            case "h" | "v":
                x, y = (numbers[0] + dx, y) if small == "h" else (x, numbers[0] + dy)
                found[-1].append((x, y))
            case "q" | "t":
                # A T goes on from the curve before as it came in.
                mirrored = (2 * x - control[0], 2 * y - control[1])
                control = (numbers[0] + dx, numbers[1] + dy) if small == "q" else mirrored
                end = (numbers[-2] + dx, numbers[-1] + dy)
                found[-1] += _curve((x, y), control, end)
                x, y = end
            case "z":
                x, y = found[-1][0]
                found[-1].append((x, y))
    return [line for line in found if len(line) > 1]


def _commands(path: str) -> Iterator[tuple[str, list[float]]]:
    pieces = _PIECE.findall(path)
    i, command = 0, ""
    while i < len(pieces):
        if pieces[i].isalpha():
            command = pieces[i]
            i += 1
        takes = _TAKES.get(command.lower())
        if takes is None:
            raise ValueError(f"no path command of our drawings: {command}")
        yield command, [float(piece) for piece in pieces[i : i + takes]]
        i += takes
        # More numbers after a move are lines to.
        command = {"m": "l", "M": "L"}.get(command, command)


def _curve(start: Point, control: Point, end: Point) -> list[Point]:
    points = []
    for k in range(1, PIECES + 1):
        t = k / PIECES
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t**2
        points.append((a * start[0] + b * control[0] + c * end[0], a * start[1] + b * control[1] + c * end[1]))
    return points
