"""What the results of paired games say about two engines.

A pair is two games from the same opening with colours reversed; its score in half points, 0 to 4, is one
observation. That keeps the opening's share out of the variance.
"""

import collections
import math

Estimate = collections.namedtuple("Estimate", "elo error")


def moments(pairs):
    """Mean and variance of a game's score, and the number of pairs. `pairs` counts the pairs by half points."""
    total = sum(pairs)
    mean = sum(count * score / 4 for score, count in enumerate(pairs)) / total
    variance = sum(count * (score / 4 - mean) ** 2 for score, count in enumerate(pairs)) / total
    return mean, variance, total


def elo(score):
    """The difference in strength at which `score` is expected (Elo, The Rating of Chessplayers, 1978)."""
    score = min(max(score, 1e-3), 1 - 1e-3)
    return 400 * math.log10(score / (1 - score))


def expected(difference):
    """The score that a difference in strength lets expect."""
    return 1 / (1 + 10 ** (-difference / 400))


def estimate(pairs):
    """The difference in strength with the error of a 95 % interval; None if nothing can be said."""
    if not sum(pairs):
        return None
    mean, variance, total = moments(pairs)
    if variance == 0:
        return None
    error = 1.96 * math.sqrt(variance / total)
    return Estimate(elo(mean), (elo(mean + error) - elo(mean - error)) / 2)


def llr(pairs, elo0, elo1):
    """Log likelihood ratio of the hypothesis `elo1` against `elo0`: the normal approximation of the
    generalised sequential probability ratio test (Van den Bergh, A Practical Introduction to the GSPRT)."""
    # Half a pair of each kind more: the variance of the first few pairs says nothing.
    mean, variance, total = moments([count + 0.5 for count in pairs])
    score0, score1 = expected(elo0), expected(elo1)
    return total * (score1 - score0) * (2 * mean - score0 - score1) / (2 * variance)


def bounds(alpha, beta):
    """Below the first, `elo0` is accepted; above the second, `elo1` (Wald, 1945)."""
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
