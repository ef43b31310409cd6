games = { $n ->
    [one] 1 game
   *[other] { $n } games
}
