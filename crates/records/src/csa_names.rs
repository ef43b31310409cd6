//! The two-letter piece names and the header keys of CSA files; JKF shares the pieces.

use komadai::types::{PieceType, Square};

/// Every kind with its CSA name.
const PIECES: [(PieceType, &str); 14] = [
    (PieceType::Pawn, "FU"),
    (PieceType::Lance, "KY"),
    (PieceType::Knight, "KE"),
    (PieceType::Silver, "GI"),
    (PieceType::Gold, "KI"),
    (PieceType::Bishop, "KA"),
    (PieceType::Rook, "HI"),
    (PieceType::King, "OU"),
    (PieceType::ProPawn, "TO"),
    (PieceType::ProLance, "NY"),
    (PieceType::ProKnight, "NK"),
    (PieceType::ProSilver, "NG"),
    (PieceType::Horse, "UM"),
    (PieceType::Dragon, "RY"),
];

/// The CSA name of a kind of piece.
pub(super) fn csa_piece(kind: PieceType) -> &'static str {
    PIECES
        .iter()
        .find(|(k, _)| *k == kind)
        .map_or("", |(_, name)| name)
}

/// The kind that a CSA name means.
pub(super) fn from_csa_piece(name: &str) -> Option<PieceType> {
    PIECES.iter().find(|(_, n)| *n == name).map(|(k, _)| *k)
}

/// A square as two digits, file first.
pub(super) fn csa_square(sq: Square) -> String {
    format!("{}{}", sq.file() + 1, sq.rank() + 1)
}

/// The square that two digits from 1 to 9 name.
pub(super) fn from_csa_square(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [file @ b'1'..=b'9', rank @ b'1'..=b'9'] => Square::new(file - b'1', rank - b'1'),
        _ => None,
    }
}

/// CSA header keys and the KIF keys they stand for.
const KEYS: [(&str, &str); 8] = [
    ("EVENT", "表題"),
    ("SITE", "場所"),
    ("START_TIME", "開始日時"),
    ("END_TIME", "終了日時"),
    ("TIME_LIMIT", "持ち時間"),
    ("OPENING", "戦型"),
    ("MAX_MOVES", "最大手数"),
    ("NOTE", "備考"),
];

/// The KIF key for a CSA key; unknown ones stay as they are.
pub(super) fn kif_key(csa: &str) -> &str {
    match csa {
        "TIME" => "持ち時間",
        _ => KEYS.iter().find(|(k, _)| *k == csa).map_or(csa, |(_, k)| k),
    }
}

/// The CSA key for a KIF key; others are written as they are.
pub(super) fn csa_key(kif: &str) -> &str {
    KEYS.iter().find(|(_, k)| *k == kif).map_or(kif, |(k, _)| k)
}
