//! Architecture string of a network file, a hint at the layout.

use super::error::UnsupportedNet;
use crate::eval::nnue::arch::{Classic, FeatureSet};

/// The parts of an architecture string that were recognised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Hint {
    pub(super) features: Option<FeatureSet>,
    pub(super) inputs: Option<u64>,
    pub(super) l1: Option<usize>,
    pub(super) h1: Option<usize>,
    pub(super) h2: Option<usize>,
    /// Number of SFNN layer stacks.
    pub(super) stacks: Option<u64>,
    /// The unsupported kind of network that the string names.
    pub(super) unsupported: Option<UnsupportedNet>,
}

impl Hint {
    /// Reads a string such as
    /// `Features=HalfKP(Friend)[125388->256x2],Network=AffineTransform[1<-32](...)`.
    pub(super) fn parse(header: &str) -> Hint {
        let mut hint = Hint::default();
        if let Some((_, rest)) = header.split_once("Features=") {
            let name = rest.split(['[', ',']).next().unwrap_or(rest);
            hint.features = FeatureSet::ALL.into_iter().find(|set| set.name() == name);
            if let Some((inputs, l1)) = arrow(rest, "->") {
                hint.inputs = Some(inputs);
                hint.l1 = usize::try_from(l1).ok();
                // If the file spells the set's name otherwise, the number of inputs identifies the
                // set.
                hint.features = hint.features.or(FeatureSet::from_inputs(inputs));
            }
        }
        // The layers are nested, the last one outermost: 1<-h2, h2<-h1, h1<-2*l1.
        if let Some((_, network)) = header.split_once("Network=") {
            let mut rest = network;
            let mut layers = [None; 3];
            for layer in &mut layers {
                let Some((_, tail)) = rest.split_once("AffineTransform") else {
                    break;
                };
                *layer = arrow(tail, "<-");
                rest = tail;
            }
            if let [Some((1, h2)), Some((out2, h1)), Some((out1, _))] = layers
                && h2 == out2
                && h1 == out1
            {
                hint.h1 = usize::try_from(h1).ok();
                hint.h2 = usize::try_from(h2).ok();
            }
        }
        hint.stacks = header
            .split_once("LayerStack=")
            .and_then(|(_, rest)| number(rest));
        hint.unsupported = UNSUPPORTED
            .into_iter()
            .find(|(token, _)| header.contains(token))
            .map(|(_, net)| net);
        hint
    }

    /// The classic layout that the string describes in full.
    pub(super) fn classic(&self) -> Option<Classic> {
        Some(Classic {
            features: self.features?,
            l1: self.l1?,
            h1: self.h1?,
            h2: self.h2?,
        })
    }
}

/// Words in architecture strings that mark an unsupported kind of network.
const UNSUPPORTED: [(&str, UnsupportedNet); 4] = [
    ("HalfKPE9", UnsupportedNet::Features("HalfKPE9")),
    ("HalfRelativeKP", UnsupportedNet::Features("HalfRelativeKP")),
    ("Threat", UnsupportedNet::Threats),
    ("Progress", UnsupportedNet::Progress),
];

/// The numbers `a` and `b` of the first `[a->b` in the text, where `arrow` is the `->`.
fn arrow(text: &str, arrow: &str) -> Option<(u64, u64)> {
    let (_, inside) = text.split_once('[')?;
    let inside = inside.split(']').next()?;
    let (left, right) = inside.split_once(arrow)?;
    Some((number(left)?, number(right)?))
}

/// The number at the start of the text.
fn number(text: &str) -> Option<u64> {
    let end = text.find(|c: char| !c.is_ascii_digit());
    text[..end.unwrap_or(text.len())].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_strings_are_understood() {
        for net in Classic::KNOWN {
            let hint = Hint::parse(&net.header_string());
            assert_eq!(hint.classic(), Some(net));
            assert_eq!(hint.unsupported, None);
        }
        let sparse = Classic::KNOWN[0].header_string().replace(
            "AffineTransform[32<-512]",
            "AffineTransformSparseInput[32<-512]",
        );
        assert!(sparse.contains("Sparse"));
        assert_eq!(Hint::parse(&sparse).classic(), Some(Classic::KNOWN[0]));
        let sfnn = Hint::parse(
            "ModelType=SFNNWithoutPsqt;Features=HalfKA_hm2(Friend)[73305->1536x2],\
             Network=SFNN-1536{LayerStack=9}",
        );
        assert_eq!(sfnn.features, Some(FeatureSet::HalfKaHm2));
        assert_eq!((sfnn.l1, sfnn.stacks), (Some(1536), Some(9)));
    }

    #[test]
    fn any_text_is_survived() {
        for text in [
            "",
            "Features=",
            "Features=[",
            "Features=[->",
            "Features=X[99999999999999999999999->1x2]",
            "Network=AffineTransform[1<-32](AffineTransform[9<-32]",
            "LayerStack=",
            "Features=あ[い->う],Network=AffineTransform",
        ] {
            assert_eq!(Hint::parse(text).classic(), None, "{text}");
        }
    }
}
