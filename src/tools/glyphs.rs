//! The shapes of the pieces, drawn for this program.

use crate::types::Role;

/// The outline of a piece and its inner lines, as SVG path data in a box of 100 by 100.
pub(super) fn paths(role: Role) -> (&'static str, &'static str) {
    match role {
        Role::Pawn => (
            "M50 28a14 14 0 0 1 9 25q9 9 11 24h4v11H26V77h4q2-15 11-24a14 14 0 0 1 9-25z",
            "M32 77H68",
        ),
        // A warrior with a pointed helmet.
        Role::General => (
            "M50 12l5 12q13 8 14 24h5v9H66l6 20h4v11H24V77h4l6-20H26v-9h5q1-16 14-24z",
            "M33 48H67M35 57H65M31 77H69",
        ),
        // An elephant's head from the front.
        Role::Elephant => (
            "M50 19q12 0 16 10 15-8 22 4 6 14-1 27-8 11-20 4-2 8-7 14-2 7 8 4l3 8q-24 10-25-9 0-6-13-17-12 7-20-4-7-13-1-27 7-12 22-4 4-10 16-10z",
            "M34 30q-5 16-1 33M66 30q5 16 1 33M42 45v.1M58 45v.1M40 63q-2 9 4 11",
        ),
        // A horse's head from the side.
        Role::Knight => (
            "M46 22l3-11 8 9q20 9 22 57v0h3v11H28V77h4q2-12 16-22-10 2-15 9-7 5-13-3 2-9 8-17 3-16 18-22z",
            "M43 37v.1M58 24q14 14 15 46M35 77H75",
        ),
        // A tower.
        Role::Rook => (
            "M26 18h12v8h7v-8h10v8h7v-8h12v20l-9 8v23l6 8h4v11H25V77h4l6-8V46l-9-8z",
            "M35 46H65M35 69H65M29 77H71",
        ),
        // A crown of three roofs.
        Role::King => (
            "M50 6l5 13 6 5-3 8 12 6-4 9 13 9-6 11 3 10h3v11H21V77h3l3-10-6-11 13-9-4-9 12-6-3-8 6-5z",
            "M42 32H58M34 47H66M27 67H73M24 77H76",
        ),
        Role::Queen => (
            "M50 14l9 28 14-22 1 26 14-12-12 43h4v11H20V77h4L12 34l14 12 1-26 14 22z",
            "M24 77H76M27 66H73",
        ),
        Role::Bishop => (
            "M50 12q22 22 20 40-1 8-7 14l4 11h6v11H27V77h6l4-11q-6-6-7-14-2-18 20-40z",
            "M50 34V56M40 44H60M37 66H63M33 77H67",
        ),
        // A shield.
        Role::Guard => (
            "M50 14q14 8 28 8v28q-1 26-28 38-27-12-28-38V22q14 0 28-8z",
            "M50 26V76M32 46H68",
        ),
    }
}
