//! Making moves and taking them back.

use super::state::State;
use super::{DirtyPieces, IllegalMove, PieceChange, PiecePlace, Position, zobrist};
use crate::bitboard::Bitboard;
use crate::types::{Color, Move, Piece, PieceType, Square};

/// Whether a piece of this kind counts in the key of the minor pieces.
#[inline]
const fn is_minor(kind: PieceType) -> bool {
    !matches!(
        kind,
        PieceType::Pawn
            | PieceType::Bishop
            | PieceType::Rook
            | PieceType::Horse
            | PieceType::Dragon
    )
}

/// The two keys that together identify a position.
#[derive(Clone, Copy)]
struct Keys {
    /// The key of the board and the side to move.
    board: u64,
    /// The key of the pieces in hand.
    hand: u64,
}

impl Keys {
    /// The key of the position as a whole.
    #[inline]
    fn position(self) -> u64 {
        self.board ^ self.hand
    }
}

impl State {
    /// Adds a piece to every key it counts for, or removes it from them.
    #[inline]
    pub(super) fn toggle(&mut self, piece: Piece, sq: Square) {
        self.board_key ^= zobrist::piece(piece, sq);
        self.toggle_structure(piece, sq);
    }

    /// [`State::toggle`] without the key of the whole board.
    #[inline]
    fn toggle_structure(&mut self, piece: Piece, sq: Square) {
        let key = zobrist::piece(piece, sq);
        let kind = piece.kind();
        if kind == PieceType::Pawn {
            self.pawn_key ^= key;
        } else {
            self.non_pawn_key[piece.color().index()] ^= key;
            if is_minor(kind) {
                self.minor_key ^= key;
            }
        }
    }
}

impl Position {
    #[inline]
    pub(super) fn put(&mut self, piece: Piece, sq: Square) {
        debug_assert!(self.board[sq.index()].is_none());
        self.board[sq.index()] = Some(piece);
        self.toggle_sets(piece, sq);
    }

    #[inline]
    fn take(&mut self, piece: Piece, sq: Square) {
        debug_assert_eq!(self.board[sq.index()], Some(piece));
        self.board[sq.index()] = None;
        self.toggle_sets(piece, sq);
    }

    #[inline]
    fn toggle_sets(&mut self, piece: Piece, sq: Square) {
        let bb = Bitboard::from_square(sq);
        let kind = piece.kind();
        self.by_color[piece.color().index()] ^= bb;
        self.by_kind[kind.index() & 15] ^= bb;
        if kind.is_gold_like() {
            self.golds ^= bb;
        }
    }

    /// The piece that makes a move, before any promotion.
    ///
    /// A pawn if the move starts from an empty square, which is never legal.
    #[inline]
    pub fn moved_piece(&self, mv: Move) -> Piece {
        if mv.is_drop() {
            Piece::new(self.side, mv.dropped())
        } else {
            self.piece_on(mv.from())
                .unwrap_or(Piece::new(self.side, PieceType::Pawn))
        }
    }

    /// The piece that stands on the destination after a move.
    #[inline]
    pub fn moved_piece_after(&self, mv: Move) -> Piece {
        let piece = self.moved_piece(mv);
        if mv.is_promotion() {
            piece.promoted()
        } else {
            piece
        }
    }

    /// The piece that a move captures.
    #[inline]
    pub fn captured_by(&self, mv: Move) -> Option<Piece> {
        self.piece_on(mv.to())
    }

    /// Whether a move captures.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.piece_on(mv.to()).is_some()
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    /// The first rule that the move breaks; the position stays as it was.
    ///
    /// ```
    /// use komadai::position::{IllegalMove, Position};
    ///
    /// let mut pos = Position::startpos();
    /// pos.play("7g7f".parse()?)?;
    /// let mv = "8h2b".parse()?;
    /// assert_eq!(pos.play(mv), Err(IllegalMove::NoPiece(mv)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.check_legal(mv)?;
        self.do_move(mv);
        Ok(())
    }

    /// Makes a legal move without testing its legality, and returns the pieces that it changed,
    /// for evaluators with incremental updates. [`Position::undo_move`] takes the move back.
    ///
    /// The move must be legal in this position, as the moves of
    /// [`legal_moves`](crate::movegen::legal_moves) are; use [`Position::play`] for moves from
    /// elsewhere. An illegal move leaves a position that breaks the rules, in which later calls may
    /// give wrong answers.
    ///
    /// # Panics
    /// May panic if the move is illegal. With debug assertions, always panics if the move starts
    /// from an empty square or captures an own piece or a king.
    ///
    /// ```
    /// use komadai::Position;
    /// use komadai::movegen::legal_moves;
    ///
    /// let mut pos = Position::default();
    /// let start = pos.clone();
    /// for mv in legal_moves(&start) {
    ///     let changed = pos.do_move(mv);
    ///     assert!(changed.captured.is_none());
    ///     pos.undo_move(mv);
    /// }
    /// assert_eq!(pos, start);
    /// ```
    #[inline]
    pub fn do_move(&mut self, mv: Move) -> DirtyPieces {
        let dirty = self.make(mv, |_| {});
        let checkers = self.compute_checkers();
        self.finish(checkers);
        dirty
    }

    /// [`Position::do_move`] for a caller that knows whether the move gives check: if it does not,
    /// checkers are not computed. `key_known` receives the key of the new position before the
    /// move is made, so that a table entry can be prefetched.
    #[inline]
    pub fn do_move_with(
        &mut self,
        mv: Move,
        gives_check: bool,
        key_known: impl FnOnce(u64),
    ) -> DirtyPieces {
        let dirty = self.make(mv, key_known);
        let checkers = if gives_check {
            self.compute_checkers()
        } else {
            Bitboard::EMPTY
        };
        self.finish(checkers);
        dirty
    }

    /// Moves the pieces and pushes a state without checks and pins, which
    /// [`Position::finish`] fills in.
    #[inline]
    fn make(&mut self, mv: Move, key_known: impl FnOnce(u64)) -> DirtyPieces {
        let us = self.side;
        let to = mv.to();
        if mv.is_drop() {
            let kind = mv.dropped();
            let piece = Piece::new(us, kind);
            let keys = self.keys_after_drop(piece, to);
            key_known(keys.position());
            let hand = &mut self.hands[us.index()];
            hand.remove(kind);
            let left = hand.count(kind) as u8;
            self.put(piece, to);
            let state = self.push_state(keys);
            state.toggle_structure(piece, to);
            DirtyPieces {
                moved: PieceChange {
                    before: piece,
                    from: PiecePlace::Hand(left),
                    after: piece,
                    to: PiecePlace::Board(to),
                },
                captured: None,
            }
        } else {
            let from = mv.from();
            let before = self.moved_piece(mv);
            let after = if mv.is_promotion() {
                before.promoted()
            } else {
                before
            };
            let victim = self.piece_on(to);
            let keys = self.keys_after_board_move(before, from, after, to, victim);
            key_known(keys.position());
            let mut captured = None;
            if let Some(victim) = victim {
                debug_assert_eq!(victim.color(), !us);
                debug_assert_ne!(victim.kind(), PieceType::King);
                let kind = victim.kind().unpromoted();
                let hand = &mut self.hands[us.index()];
                let held = hand.count(kind) as u8;
                hand.add(kind);
                self.take(victim, to);
                captured = Some(PieceChange {
                    before: victim,
                    from: PiecePlace::Board(to),
                    after: Piece::new(us, kind),
                    to: PiecePlace::Hand(held),
                });
            }
            self.take(before, from);
            self.put(after, to);
            if before.kind() == PieceType::King {
                self.kings[us.index()] = Some(to);
            }
            let state = self.push_state(keys);
            if let Some(victim) = victim {
                state.toggle_structure(victim, to);
                state.captured = Some(victim);
            }
            state.toggle_structure(before, from);
            state.toggle_structure(after, to);
            DirtyPieces {
                moved: PieceChange {
                    before,
                    from: PiecePlace::Board(from),
                    after,
                    to: PiecePlace::Board(to),
                },
                captured,
            }
        }
    }

    /// Changes the side to move and pushes a copy of the last state with these keys and the fields
    /// that every move changes. The hands must already be those after the move.
    ///
    /// The copy is edited in place, since a state assembled field by field and then copied in
    /// wide words stalls on store forwarding.
    #[inline]
    fn push_state(&mut self, keys: Keys) -> &mut State {
        self.side = !self.side;
        self.ply += 1;
        let state = self.state().clone();
        self.states.push(state);
        let last = self.states.len() - 1;
        let state = &mut self.states[last];
        state.board_key = keys.board;
        state.hand_key = keys.hand;
        state.plies_from_null += 1;
        state.captured = None;
        state.hand = self.hands[self.side.index()];
        state
    }

    /// Fills in the checks and pins of the state just pushed.
    #[inline]
    fn finish(&mut self, checkers: Bitboard) {
        let mover = !self.side;
        let (black_blockers, white_pinners) = self.compute_blockers(Color::Black);
        let (white_blockers, black_pinners) = self.compute_blockers(Color::White);
        let last = self.states.len() - 1;
        let state = &mut self.states[last];
        state.checkers = checkers;
        state.blockers = [black_blockers, white_blockers];
        state.pinners = [black_pinners, white_pinners];
        let run = &mut state.continuous_check[mover.index()];
        *run = if checkers.is_empty() {
            0
        } else {
            run.saturating_add(2)
        };
        #[cfg(debug_assertions)]
        debug_assert_eq!(checkers, self.compute_checkers());
    }

    /// Takes back the last move, which must be `mv` and not a null move.
    ///
    /// # Panics
    /// May panic if `mv` is another move or there is no move to take back.
    #[inline]
    pub fn undo_move(&mut self, mv: Move) {
        debug_assert!(self.states.len() > 1);
        let captured = self.states.pop().and_then(|state| state.captured);
        self.ply -= 1;
        self.side = !self.side;
        let us = self.side;
        let to = mv.to();
        if mv.is_drop() {
            let kind = mv.dropped();
            self.take(Piece::new(us, kind), to);
            self.hands[us.index()].add(kind);
            return;
        }
        let from = mv.from();
        let Some(after) = self.piece_on(to) else {
            debug_assert!(false, "nothing to take back on {to}");
            return;
        };
        let before = if mv.is_promotion() {
            after.unpromoted()
        } else {
            after
        };
        self.take(after, to);
        self.put(before, from);
        if before.kind() == PieceType::King {
            self.kings[us.index()] = Some(from);
        }
        if let Some(victim) = captured {
            self.hands[us.index()].remove(victim.kind().unpromoted());
            self.put(victim, to);
        }
    }

    /// Moves the piece that the last move captured from the captor's hand to its owner's, as if
    /// the owner had never put it on the board: the test for a useless interposition in mate
    /// problems. [`Position::take_from_owner`] reverses it.
    #[cfg(feature = "engine")]
    pub(crate) fn give_to_owner(&mut self) {
        self.exchange_captured(!self.side, self.side);
    }

    /// Reverses [`Position::give_to_owner`], which must happen before the move is taken back.
    #[cfg(feature = "engine")]
    pub(crate) fn take_from_owner(&mut self) {
        self.exchange_captured(self.side, !self.side);
    }

    #[cfg(feature = "engine")]
    fn exchange_captured(&mut self, from: Color, to: Color) {
        let last = self.states.len() - 1;
        let state = &mut self.states[last];
        let Some(captured) = state.captured else {
            debug_assert!(false, "the last move captured nothing");
            return;
        };
        let kind = captured.kind().unpromoted();
        self.hands[from.index()].remove(kind);
        self.hands[to.index()].add(kind);
        state.hand_key = state
            .hand_key
            .wrapping_sub(zobrist::hand(from, kind))
            .wrapping_add(zobrist::hand(to, kind));
        state.hand = self.hands[self.side.index()];
    }

    /// Makes a null move: the turn passes to the other side. The side to move must not be in
    /// check.
    pub fn do_null_move(&mut self) {
        debug_assert!(!self.in_check());
        let us = self.side;
        let keys = self.keys_after_null_move();
        let state = self.push_state(keys);
        state.plies_from_null = 0;
        state.continuous_check[us.index()] = 0;
        let checkers = self.compute_checkers();
        let last = self.states.len() - 1;
        self.states[last].checkers = checkers;
    }

    /// Takes back a null move.
    pub fn undo_null_move(&mut self) {
        debug_assert!(self.states.len() > 1);
        self.states.pop();
        self.ply -= 1;
        self.side = !self.side;
    }

    /// The key of the position after a pseudo-legal move.
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        self.keys_after(mv).position()
    }

    /// The key of the board and the side to move after a pseudo-legal move.
    #[inline]
    pub fn board_key_after(&self, mv: Move) -> u64 {
        self.keys_after(mv).board
    }

    /// The keys after a pseudo-legal move.
    #[inline]
    fn keys_after(&self, mv: Move) -> Keys {
        let to = mv.to();
        if mv.is_drop() {
            self.keys_after_drop(Piece::new(self.side, mv.dropped()), to)
        } else {
            let after = self.moved_piece_after(mv);
            let victim = self.piece_on(to);
            self.keys_after_board_move(self.moved_piece(mv), mv.from(), after, to, victim)
        }
    }

    /// The keys after a null move.
    #[inline(always)]
    fn keys_after_null_move(&self) -> Keys {
        let state = self.state();
        Keys {
            board: state.board_key ^ zobrist::SIDE,
            hand: state.hand_key,
        }
    }

    #[inline(always)]
    fn keys_after_drop(&self, piece: Piece, to: Square) -> Keys {
        let mut keys = self.keys_after_null_move();
        keys.board ^= zobrist::piece(piece, to);
        keys.hand = (keys.hand).wrapping_sub(zobrist::hand(self.side, piece.kind()));
        keys
    }

    #[inline(always)]
    fn keys_after_board_move(
        &self,
        before: Piece,
        from: Square,
        after: Piece,
        to: Square,
        victim: Option<Piece>,
    ) -> Keys {
        let mut keys = self.keys_after_null_move();
        keys.board ^= zobrist::piece(before, from) ^ zobrist::piece(after, to);
        if let Some(victim) = victim {
            keys.board ^= zobrist::piece(victim, to);
            let kind = victim.kind().unpromoted();
            keys.hand = (keys.hand).wrapping_add(zobrist::hand(self.side, kind));
        }
        keys
    }
}
