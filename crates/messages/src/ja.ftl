games = { $n } 局
help =
    .lang = メッセージの言語。環境変数（LC_ALL、LC_MESSAGES、LANG）より優先する
