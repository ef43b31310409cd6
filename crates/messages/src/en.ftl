# The messages of the command line and of reports. Errors are English in the program itself.

## Messages of several commands

counted-files = { $files ->
    [one] 1 file
   *[other] { $files } files
}
written = { $file }: written
file-games = { $file }: { $games ->
    [one] 1 game
   *[other] { $games } games
}
folder-files = { $folder }: { $files ->
    [one] 1 file
   *[other] { $files } files
}
fault = Komadai has a fault, please report it: { $fault }
terminal-hint = Komadai waits for USI commands (usi, isready, position, go, quit). komadai --help lists its other functions.
error = error
example = Example: { $line }
file-size = { $file }: { $size } bytes
field-file = file
field-size = size
bytes = { $size } bytes
standard-input = standard input
standard-output = standard output
new-folder = { $file }: new folder
starting-anew = { $shown } was made with other settings: starting anew
comma = ,{" "}
from-to = { $from } to { $to }
none = none
evaluator = evaluator: { $name }
evaluator-network-instead = { $option }: { $problem }; using the built-in network
evaluator-material-instead = { $option }: { $problem }; using the built-in material evaluator
semicolon = ;{" "}

## Progress bars

bar-starts = { $pos }/{ $len } starts, { $eta } left
bar-positions = { $pos }/{ $len } positions, { $eta } left
bar-positions-at = { $pos }/{ $len } positions, { $msg }, { $eta } left
bar-ply = ply { $ply }
bar-games = { $pos }/{ $len } games, { $eta } left { $msg }
bar-problems = { $pos }/{ $len } problems, { $msg }, { $eta } left
bar-study = { $stage } { $pos }/{ $len }, { $eta } left
bar-solved = { $mates } solved
bar-steps = { $pos }/{ $len } steps, { $msg }, { $eta } left
bar-positions-per-second = { $rate } positions/s
bar-games-made = { $pos }/{ $len } games, { $msg }, { $eta } left
bar-positions-made = { $plies } positions, { $rate }/s

## analyse

analyse-going-on = { $shown }: going on, { $known ->
    [one] 1 position
   *[other] { $known } positions
} done before
analyse-games = { $n } games,{" "}
analyse-plan = { $games }{ $positions ->
    [one] 1 position
   *[other] { $positions } positions
}, { $workers } at a time
analyse-at-most = , at most { $time }
analyse-best-move = best move: { $best }
analyse-moves = : { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
analyse-head = {"   "}# move              score    win  ({ $side }'s score in pawns and chance to win, after the move)
analyse-no-move = no move
analyse-accuracy = accuracy { $accuracy }%
analyse-best-of = { $best } of { $moves ->
    [one] 1 move
   *[other] { $moves } moves
} best
analyse-average-loss = average loss { $loss }%
analyse-missed-mates = { $n ->
    [one] 1 missed mate
   *[other] { $n } missed mates
}
analyse-missed-mate = missed mate in { $n }
analyse-allowed-mate = allows mate in { $n }
analyse-better = better: { $mv }
analyse-best = the best move
analyse-resign = resign
analyse-win = win
analyse-searched = { $side } to move; depth { $depth }, { $nodes } nodes in { $seconds } s, { $nps } nodes per second
analyse-end = , { $end }
analyse-won = , { $winner } wins ({ $end })
judged-inaccuracies = { $n ->
    [one] 1 inaccuracy
   *[other] { $n } inaccuracies
}
judged-mistakes = { $n ->
    [one] 1 mistake
   *[other] { $n } mistakes
}
judged-blunders = { $n ->
    [one] 1 blunder
   *[other] { $n } blunders
}
judged-missed-wins = { $n ->
    [one] 1 missed win
   *[other] { $n } missed wins
}
judged-decisive = { $n ->
    [one] 1 decisive blunder
   *[other] { $n } decisive blunders
}

## bench, eval, net

bench-mates = { $plies } plies: { $solved } of { $all } problems solved, { $rate } a second
net-checksum = checksum
net-architecture = architecture
net-kind = kind
net-kind-stacks = { $kind }, { $stacks ->
    [one] 1 layer stack
   *[other] { $stacks } layer stacks
}
net-features = features
net-inputs = { $features }, { $inputs } inputs to { $lanes } lanes for each side
net-version = version
net-hash = hash
net-hash-of-layout = { $hash } (the layout's own is { $layout-hash })
net-sections = section hashes
net-section-hashes = yes
net-no-section-hashes = no
net-scale = scale
net-odds = odds of e to 1
net-odds-output = an output of { $odds }
net-odds-default = not stated: 600 centipawns
net-header = header
net-warning = warning
eval-hand = { $side } in hand:
eval-nothing = nothing
eval-turn = { $side } to move, move { $ply }
eval-check = in check from
eval-breakdown = each piece and its worth to its owner, in centipawns

## book

book-bad-moves = { $file }: unreadable moves left out: { $count }; the first is '{ $text }' in position { $number }
book-bad-lines = { $file }: unreadable lines left out: { $count }; the first is line { $number }: '{ $text }'
book-unreachable = cannot be reached from the known start positions
book-damaged = are damaged
book-left-out = { $file }: { $count ->
    [one] 1 position
   *[other] { $count } positions
} that { $why }: left out
book-format = format
book-author = author
book-description = about
book-positions = positions
book-moves = moves
book-replies = { $moves }, { $replies } with a reply
book-plies = plies
book-depths = depths
book-illegal-moves = { $illegal ->
    [one] 1 move
   *[other] { $illegal } moves
}; the first is { $mv } in { $key }
book-illegal = illegal
book-not-there = { $key }
    not in the book
book-there = { $sfen } (ply { $ply } in the book)
book-head = move   reply   score  depth   count  played
book-not-played = no
book-analysis = analysis { $value }, depth { $depth }, nodes { $nodes } { $engine } { $line }
book-illegal-move = illegal
book-stat-written = { $games ->
    [one] 1 game
   *[other] { $games } games
}
    { $file }: written
book-saved = { $positions ->
    [one] 1 position
   *[other] { $positions } positions
}, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
} to { $file }{ $lost }
book-lost = {" "}({ $lost })
book-without = without { $lost }
book-lost-replies = replies
book-lost-scores = scores
book-lost-counts = counts
book-lost-depths = depths
book-lost-plies = plies
book-lost-judgements = judgements of moves
book-lost-comments = comments
book-lost-results = results of games
book-lost-analyses = results of searches
book-lost-author = author and description
book-lost-positions = { $n ->
    [one] 1 position
   *[other] { $n } positions
} left out
book-unsorted = { $file }: it is not sorted, so it was read whole
tree-title = Openings of { $games ->
    [one] 1 game
   *[other] { $games } games
}
tree-results = games { $games }: Black won { $black-wins }, White won { $white-wins }, drawn { $draws }
tree-results-share = games { $games }: Black won { $black-wins }, White won { $white-wins }, drawn { $draws } (Black { $share } %)

## convert, openings

in-cp932 = {" "}in CP932
convert-read = { $format }{ $encoding }, { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
openings-written = { $path }: { $count ->
    [one] 1 start
   *[other] { $count } starts
}

## mate

mate-broken-problem = { $file }: problem { $number }: { $error }
mate-going-on = { $shown }: going on, { $known ->
    [one] 1 problem is solved
   *[other] { $known } problems are solved
}
mate-last-move = , the last move
mate-promotion-only = , only the promotion differs
mate-detour = , a detour
mate-other = {"    "}other solution from move { $ply }, mate in { $plies }{ $kind }: { $line }
mate-others-incomplete = {"    "}the search for other solutions is incomplete
mate-after-move = , after move { $ply }
mate-which-position = of games and USI lines the last position is the problem, of other records the start (--ply N: the position after move N)
mate-none = no mate
mate-refuted = refuted: no mate in { $asked }
mate-not-in-time = no mate within the given plies
mate-unsolved = not solved
mate-in = mate in { $plies }
mate-perhaps-shorter = , perhaps shorter
mate-earlier = , earlier than the { $stated } stated
mate-later = , later than the { $stated } stated
mate-as-stated = , as stated
mate-left-in-hand = , { $left } left in hand
mate-sum = { $all } problems: { $mates ->
    [one] 1 mate
   *[other] { $mates } mates
}, { $refuted } without a mate, { $unsolved } not solved

## match

match-starts = starts ({ $duplicates } repeated ones left out)
match-starts-of-book = starts of the built-in book (seed { $seed })
match-pondering = , pondering
match-plan = { $games } games from { $starts } of { $all } { $source }, { $limits }{ $pondering }, { $at-once } at once
match-going-on = going on after { $earlier ->
    [one] 1 game
   *[other] { $earlier } games
}
effort-moves = { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}, { $ms } ms a move
effort-depth = depth { $depth }
effort-nodes = { $nodes } nodes, { $knps } knps
effort-overrun = past the limit: max { $max } ms, 99.9 % { $most } ms
effort-ponderhits = ponderhits { $hits } %
table-engine = engine
table-head = {"    "}Elo  95 %                 games  points    won drawn  lost
table-rank = rank
table-points = points
match-limits = A { $a }, B { $b }
match-black-is = { $black } is Black
match-colours = { $black } is Black, { $white } is White
match-game = game { $game }/{ $games } { $colours }: { $result }, { $reason }, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
match-wins = { $winner } wins
match-draw = draw
match-head = match
match-of-two = A { $a } against B { $b }
match-of-several = { $n } engines, { $format }
match-round-robin = each against each
match-gauntlet = the first against the others
match-games-head = games
match-games = { $counted } counted in { $pairs ->
    [one] 1 pair
   *[other] { $pairs } pairs
}, { $finished } finished in { $seconds } s
match-score-head = score of A
match-score = { $games } ({ $score } %)
match-pairs-head = pairs
match-pairs = { $pairs } (with 0, 1/2, 1, 3/2 and 2 points)
match-elo = { $elo } (95 %)
match-normalised-elo = { $elo } (normalised), A is the stronger one at { $los } % (LOS)
match-sprt = { $elo0 } against { $elo1 } Elo (logistic): LLR { $llr }, bounds { $low } and { $high }: { $decision }
match-undecided = undecided
match-accepted = { $name } accepted ({ $elo } rather than { $other } Elo)
match-black-head = Black
match-black = scored { $score } %
match-ends-head = ends
match-side-head = side { $who }
match-repeats-head = repeats
match-repeats = { $games ->
    [one] 1 game
   *[other] { $games } games
} identical to another, { $pairs ->
    [one] 1 pair
   *[other] { $pairs } pairs
} therefore left out (with them: Elo { $elo })
match-repeats-of-several = { $n ->
    [one] 1 game
   *[other] { $n } games
} identical to another one of the same two engines; their pairs are left out
match-unpaired-head = unpaired
match-unpaired = { $n ->
    [one] 1 game
   *[other] { $n } games
} without partner, not counted
match-faults-head = faults
match-fault = game { $game }: { $reason } by { $by }: { $detail }

## csa

csa-connected = connected to { $host }:{ $port }, logging in
csa-no-answer = the server does not answer the login within { $seconds } s
csa-impossible = the server's move cannot be made: { $line }
csa-abandoned = the game cannot be followed any longer: leaving it with %CHUDAN
csa-logged-in = logged in, waiting for a game
csa-offered = game { $id }: { $names }
csa-resumed = game { $id } goes on after { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
csa-rejected = the game does not take place: { $by }
csa-unplayable = a game was rejected: { $error }
csa-started = game { $id } has begun
csa-won = won
csa-lost = lost
csa-drawn = drawn
csa-no-result = no result
csa-over = { $result } against { $opponent } after { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
csa-broken-off = the game against { $opponent } was left after { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}
csa-fault = error: { $error }
csa-log-failed = the log cannot be written: { $error }
csa-connection-lost = connection lost: { $error }
csa-no-connection = no connection: { $error }
csa-refused = login refused: { $line }
csa-pause = next attempt in { $seconds } s
csa-engine-fault = engine: { $error }
csa-giving-up = the engine fails repeatedly in this position: resigning
csa-last-game = ending after this game; press Ctrl-C again to end at once
csa-results = { $wins } won, { $losses } lost, { $draws } drawn
csa-others = { $others } without a result
csa-games = { $games ->
    [one] 1 game
   *[other] { $games } games
}: { $results }
csa-opponent = {"  "}{ $opponent }: { $games ->
    [one] 1 game
   *[other] { $games } games
}: { $results }
csa-answers = { $answers ->
    [one] 1 answer
   *[other] { $answers } answers
}: { $mean } s on average, the slowest { $slowest } s
csa-faults = { $lost ->
    [one] 1 lost connection
   *[other] { $lost } lost connections
}, { $faults ->
    [one] 1 fault
   *[other] { $faults } faults
} of the engine

## data, gensfen, train

data-converted = { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $positions ->
    [one] 1 position
   *[other] { $positions } positions
} to { $file }; { $left-out } left out
data-distance = { $file }: { $distance } [{ $low }, { $high }] over { $positions ->
    [one] 1 position
   *[other] { $positions } positions
} of { $games ->
    [one] 1 game
   *[other] { $games } games
}
data-games = { $games ->
    [one] 1 game
   *[other] { $games } games
} of { $plies } plies: Black won { $black } %, drawn { $draw } %, White won { $white } %
data-positions = { $positions ->
    [one] 1 position
   *[other] { $positions } positions
}, { $left } after the filters (opening { $opening }, score { $score }, check { $check }, capture { $capture }); illegal { $illegal }, damaged { $damaged }
data-scores = scores: odds of e to 1 at { $scale }; log loss of the results { $loss }
train-material = counting pieces: held-out log loss of the results { $loss }
train-start-unknown = the checkpoint does not tell what the run started from: --start { $start } has no effect
train-steps = steps { $from } to { $to }, { $steps } a pass
train-net = { $net }: integers differ from floats by { $mean } on average and { $greatest } at most (a pawn is 90); { $cut } weights cut
train-data = { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $positions } positions: { $train } for training, { $valid } held out
train-left-out = left out: opening { $opening }, score { $score }, check { $check }, capture { $capture }; games too long { $too-long }, illegal { $illegal }, damaged { $damaged }
train-best = {" "}(best)
train-progress-alone = pass { $pass }, { $millions }M positions, { $rate }/s: loss { $loss }, no game held out
train-progress = pass { $pass }, { $millions }M positions, { $rate }/s: loss { $loss }, held out { $valid }{ $best }, results { $results }, winner predicted { $signs } %
data-made = { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $plies ->
    [one] 1 position
   *[other] { $plies } positions
} in { $folder }{ $labels }
data-labels = {"; "}{ $nodes } nodes a label, { $bounds } % left out as bounds

## study

study-refused = { $file }: problem { $number } cannot be used
study-player = studying the moves of { $name } (--player selects another player)
study-both = no name is in most games: studying the moves of both sides
study-repeated = { $n ->
    [one] 1 game
   *[other] { $n } games
} left out as repetitions
study-others = { $n ->
    [one] 1 game
   *[other] { $n } games
} without this player left out
study-empty = { $n ->
    [one] 1 game
   *[other] { $n } games
} without moves left out
study-own-problems = { $n ->
    [one] 1 record
   *[other] { $n } records
} of an earlier study's problems left out
study-old-files = { $folder }: { $n ->
    [one] 1 file
   *[other] { $n } files
} of earlier problems removed
study-no-range = too few games or moves for a range of levels: { $games } games are needed, and { $moves } moves in positions that are not decided
study-more-players = { $n ->
    [one] 1 other
   *[other] { $n } others
}
study-kept = { $shown }: the answers are kept, and the same command goes on with them
study-no-names = none is named
study-player-games = { $name } ({ $n ->
    [one] 1 game
   *[other] { $n } games
})
study-going-on = { $shown }: going on, { $known ->
    [one] 1 answer
   *[other] { $known } answers
} known
study-plan = { $games ->
    [one] 1 game
   *[other] { $games } games
}, { $moves ->
    [one] 1 move
   *[other] { $moves } moves
}, { $workers ->
    [one] 1 position
   *[other] { $workers } positions
} at a time
study-stage-scan = positions
study-stage-confirm = candidates
study-stage-judge = mistakes
study-stage-prove = mates
study-stage-levels = levels
study-stage-moves = moves
study-stage-compare = comparison
study-found = { $mistakes ->
    [one] 1 mistake
   *[other] { $mistakes } mistakes
}, { $problems ->
    [one] 1 problem
   *[other] { $problems } problems
}
study-problem = { $place }: { $kind }, { $played } instead of { $better }
study-kind-mate = missed mate
study-kind-defend = defence
study-kind-declare = declaration
study-kind-punish = punishment
study-kind-next = next move
study-kyu = { $n } kyu
study-dan = { $n } dan
study-compared = { $loss } points lost a game; level { $level } loses { $expected } in the same positions
study-stands-out = Most losses beyond the level: { $name }
study-nothing-stands-out = nothing stands out yet
study-level-range = The moves are like those of levels from { $low } to { $high } of Komadai's own ladder, which is no rank of a federation or server.
study-title = Problems from your games
study-missed-mate = There was a mate in { $n }: { $line }.
study-sudden-mate = After { $mv } the king is mated in { $n }: { $line }.
study-threat-unanswered = Mate was threatened, and { $mv } does not stop it: { $line }.
study-threat-allowed = After { $mv }, { $reply } threatens mate: { $line }.
study-makes-threat = { $mv } threatens mate: { $line }.
study-parries = { $mv } stops the threatened mate ({ $line }).
study-left = { $mv } leaves the { $piece } on { $square } to be taken.
study-capture-unanswered = The { $piece } on { $square } was attacked, and { $mv } leaves it to be taken.
study-saves = { $mv } saves the { $piece } on { $square }.
study-attacks = { $mv } attacks the { $piece } on { $square }.
study-attack-allowed = After { $mv }, { $reply } attacks the { $piece } on { $square }.
study-capture-missed = The { $piece } on { $square } could be taken.
study-fork-allowed = After { $mv }, { $reply } attacks { $targets }.
study-fork = { $mv } attacks { $targets }.
study-skewer-allowed = After { $mv }, { $reply } skewers { $targets }.
study-skewer = { $mv } skewers { $targets }.
study-promotion-let-in = { $mv } lets the { $piece } promote on { $square }.
study-pinned-defender = The { $piece } on { $square } is pinned and cannot take back.
study-if-taken-mate = If { $capture }, there is a mate in { $n }: { $line }.
study-if-taken = If { $capture }, a piece is won: { $line }.
study-key-square = { $mv } takes the square on which { $drop } would have hurt.
study-material-lost = After { $mv } a piece is lost: { $line }.
study-material-won = { $mv } wins a piece: { $line }.
study-promotes = With { $mv } the { $piece } promotes on { $square }.
study-target = the { $piece } on { $square }
study-and = { $first } and { $second }
study-taken-by-you = In this line you take: { $pieces }.
study-taken-by-other = In this line the opponent takes: { $pieces }.
study-declare = You could have won by declaration.
study-prompt-black = Black to move
study-prompt-white = White to move
