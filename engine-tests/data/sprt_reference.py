#!/usr/bin/env python3
"""Reference values for match statistics, printed as a table (the tests keep them as sprt-reference.tsv).

The definitions are those of fishtest (pair outcomes, logistic Elo, generalised SPRT with unseen outcomes counted as
0.001), worked out by another way than the engine's: the most likely probabilities under "the mean score is s" come
from Newton's method on all five probabilities and both Lagrange multipliers at once, with 50 digits.
Needs mpmath.  usage: sprt_reference.py > sprt-reference.tsv
"""
from mpmath import mp, mpf, findroot, log, log10, sqrt, erfinv

mp.dps = 50
SCORES = [mpf(i) / 4 for i in range(5)]


def expected_score(elo):
    return 1 / (1 + mpf(10) ** (-mpf(elo) / 400))


def elo_of(score):
    if not 0 < score < 1:
        return mp.inf if score >= 1 else -mp.inf
    return -400 * log10(1 / score - 1)


def most_likely(weights, s):
    """The probabilities p that maximise sum(w log p) with sum(p) = 1 and sum(p a) = s."""
    total = sum(weights)

    def gradient(*v):
        p, lam, mu = v[:5], v[5], v[6]
        return [w / total - q * (lam + mu * (a - s)) for w, q, a in zip(weights, p, SCORES)] + [
            sum(p) - 1,
            sum(q * (a - s) for q, a in zip(p, SCORES)),
        ]

    # The constraint is approached in small steps of s, each from the last solution.
    here = sum(w * a for w, a in zip(weights, SCORES)) / total
    target, guess = s, [w / total for w in weights] + [mpf(1), mpf(0)]
    steps = 200
    for i in range(1, steps + 1):
        s = here + (target - here) * i / steps
        guess = list(findroot(gradient, guess, tol=mpf(10) ** -40))
    assert all(q > 0 for q in guess[:5])
    return guess[:5]


def llr(counts, elo0, elo1):
    weights = [mpf(n) if n else mpf("0.001") for n in counts]
    p0 = most_likely(weights, expected_score(elo0))
    p1 = most_likely(weights, expected_score(elo1))
    return sum(w * log(b / a) for w, a, b in zip(weights, p0, p1))


def elo_interval(counts):
    n = mpf(sum(counts))
    mean = sum(c * a for c, a in zip(counts, SCORES)) / n
    variance = sum(c * (a - mean) ** 2 for c, a in zip(counts, SCORES)) / n
    half = sqrt(2) * erfinv(mpf("0.95")) * sqrt(variance / n)
    return elo_of(mean), elo_of(mean - half), elo_of(mean + half)


CASES = [
    ((3, 0, 20, 1, 8), 0, 10),
    ((10, 20, 100, 25, 14), 0, 5),
    ((230, 41, 502, 38, 289), 0, 10),
    ((230, 41, 502, 38, 289), -5, 0),
    ((95, 0, 210, 0, 195), 0, 20),
    ((1, 0, 6, 2, 91), 0, 10),
    ((0, 0, 2, 0, 3), 0, 15),
    ((40, 3, 31, 0, 9), -50, 50),
    ((512, 77, 1300, 91, 540), 0, 2),
    ((0, 1, 0, 0, 1), 0, 300),
]

if __name__ == "__main__":
    print("# Made by sprt_reference.py (pair counts for 0, 1/2, 1, 3/2, 2 points; bounds in logistic Elo; 95 % interval).")
    print("# counts\telo0\telo1\tllr\telo\tlow\thigh")
    for counts, elo0, elo1 in CASES:
        row = [" ".join(map(str, counts)), str(elo0), str(elo1)]
        row += [mp.nstr(x, 12).replace("+", "") for x in (llr(counts, elo0, elo1), *elo_interval(counts))]
        print("\t".join(row))
