//! Numbers: exact as integers, correctly rounded as doubles.

use super::both;
use crate::json::equal::same_value;
use crate::json::{FrozenJson, Integer};

fn integer(text: &str) -> Integer {
    FrozenJson::parse(text).unwrap().root().number().unwrap().integer()
}

fn fits(value: i128) -> Integer {
    Integer::Fits { negative: value < 0, magnitude: value.unsigned_abs() }
}

#[test]
fn c037_integers_with_fraction_or_exponent_are_exact() {
    for (text, value) in [
        ("0", 0),
        ("5.0", 5),
        ("5e0", 5),
        ("3e4", 30_000),
        ("8080.0", 8080),
        ("-12.50e1", -125),
        ("120e-1", 12),
        ("1000000000", 1_000_000_000),
        ("1234567890.000", 1_234_567_890),
        ("123456789012345678901234567890.0e0", 123_456_789_012_345_678_901_234_567_890),
        ("0.000000000000000000000000000000000001e36", 1),
        ("170141183460469231731687303715884105727", i128::MAX),
        ("-17014118346046923173168730371588410572.8e1", i128::MIN),
    ] {
        assert_eq!(integer(text), fits(value), "{text}");
    }
    assert_eq!(
        integer("340282366920938463463374607431768211455.000"),
        Integer::Fits { negative: false, magnitude: u128::MAX }
    );
}

#[test]
fn negative_zero_keeps_its_sign() {
    for text in ["-0", "-0.0", "-0e5", "-0.000000000000", "-0e99999"] {
        assert_eq!(integer(text), Integer::Fits { negative: true, magnitude: 0 }, "{text}");
        let double = FrozenJson::parse(text).unwrap().root().as_f64().unwrap();
        assert!(double == 0.0 && double.is_sign_negative(), "{text}");
    }
}

#[test]
fn c038_fractions_are_no_integers() {
    for text in [
        "0.25",
        "12.5",
        "-0.1",
        "1e-1",
        "123456789012345678.5",
        "1e-999999999",
        "1e-99999999999999999999999999999999999999999",
    ] {
        assert_eq!(integer(text), Integer::Fraction, "{text}");
    }
}

#[test]
fn integers_over_128_bits_are_huge() {
    for text in [
        "340282366920938463463374607431768211456",
        "1e39",
        "1e999999999",
        "99e99999999999999999999999999999999999999999999",
    ] {
        assert_eq!(integer(text), Integer::Huge { negative: false }, "{text}");
        assert_eq!(integer(&format!("-{text}")), Integer::Huge { negative: true }, "{text}");
    }
}

#[test]
fn c038_no_cast_saturates() {
    let at = |text: &str| FrozenJson::parse(text).unwrap();
    assert_eq!(at("9223372036854775808").root().as_i64(), None);
    assert_eq!(at("-9223372036854775808").root().as_i64(), Some(i64::MIN));
    assert_eq!(at("-9223372036854775809").root().as_i64(), None);
    assert_eq!(at("18446744073709551616").root().as_u64(), None);
    assert_eq!(at("-1").root().as_u64(), None);
    assert_eq!(at("-0.0").root().as_u64(), Some(0));
    assert_eq!(at("1e400").root().as_f64(), None);
    assert!(at("1e400").root().number().unwrap().f64().is_infinite());
}

#[test]
fn doubles_are_correctly_rounded() {
    // The library's own conversion is the oracle: it is not what short numbers go through.
    let mut texts: Vec<String> = Vec::new();
    for mantissa in
        ["1", "3", "7", "123", "65537", "999999999", "9007199254740993", "17976931348623157", "0.1"]
    {
        for exponent in -40..40 {
            texts.push(format!("{mantissa}e{exponent}"));
        }
    }
    texts.extend(
        ["0.3", "199.99", "1.7976931348623157e308", "5e-324", "2.2250738585072011e-308"]
            .map(str::to_owned),
    );
    for text in texts {
        let expected: f64 = text.parse().unwrap();
        let document = FrozenJson::parse(text.as_str()).unwrap();
        assert_eq!(document.root().as_f64().unwrap().to_bits(), expected.to_bits(), "{text}");
    }
}

#[test]
fn both_forms_read_the_same_integers() {
    for text in
        ["0", "-1", "18446744073709551615", "-9223372036854775808", "5.0", "0.5", "1e300", "-0.0"]
    {
        let [as_text, as_value] =
            both(text).map(|document| document.root().number().unwrap().integer());
        assert_eq!(as_text, as_value, "{text}");
    }
}

#[test]
fn equal_numbers_are_equal_however_they_are_written() {
    let classes: &[&[&str]] = &[
        &["0", "-0", "0.0", "0e7", "-0.000e-99999999999"],
        &["1", "1.0", "10e-1", "0.1e1", "100000000000000000000e-20"],
        &["-1", "-1.00"],
        &["1.5", "15e-1", "0.00000000000000000015e19"],
        &["12345678901234567890123", "12345678901234567890123.0", "1234567890123456789012.3e1"],
        &["12345678901234567890124"],
        &["1e999999999", "10e999999998", "0.1e1000000000"],
        &["1e-999999999"],
        &["1e99999999999999999999999999999999999999999"],
        &["9007199254740993"],
        &["9007199254740992", "9.007199254740992e15"],
    ];
    for (i, class) in classes.iter().enumerate() {
        for a in *class {
            for (j, other) in classes.iter().enumerate() {
                for b in *other {
                    let (a, b) = (FrozenJson::parse(*a).unwrap(), FrozenJson::parse(*b).unwrap());
                    assert_eq!(same_value(a.root(), b.root()), i == j, "{a} and {b}");
                    assert!(i != j || hash(&a) == hash(&b), "hashes of {a} and {b}");
                }
            }
        }
    }
}

fn hash(document: &FrozenJson) -> u64 {
    use std::hash::{DefaultHasher, Hasher};
    let mut hasher = DefaultHasher::new();
    document.root().hash_value(&mut hasher);
    hasher.finish()
}

#[test]
fn hashes_ignore_order_and_form_and_tell_values_apart() {
    let equal = [
        r#"{"a":[1,{"x":null,"y":"é"}],"b":2.50}"#,
        r#"{ "b" : 25e-1, "\u0061" : [1.0, {"y":"\u00e9","x":null}] }"#,
    ];
    let mut documents: Vec<_> = equal.iter().flat_map(|text| both(text)).collect();
    let first = documents.pop().unwrap();
    for document in &documents {
        assert_eq!(*document, first);
        assert_eq!(hash(document), hash(&first), "{document}");
    }
    for other in [
        r#"{"a":[{"x":null,"y":"é"},1],"b":2.5}"#,
        r#"{"a":[1,{"x":null,"y":"é"}],"c":2.5}"#,
        r#"{"b":[1,{"x":null,"y":"é"}],"a":2.5}"#,
        r#"{"a":[1,{"x":"é","y":null}],"b":2.5}"#,
        r#"{"a":[1,{"x":null,"y":"é"}],"b":2.5,"c":null}"#,
    ] {
        for document in both(other) {
            assert_ne!(document, first);
            assert_ne!(hash(&document), hash(&first), "{document}");
        }
    }
}

#[test]
fn short_integers_are_those_that_are_written_as_one() {
    let short = |text: &str| FrozenJson::parse(text).unwrap().root().short_integer();
    for digits in 1..=18 {
        let text = "9".repeat(digits);
        assert_eq!(short(&text), text.parse().ok(), "{text}");
        assert_eq!(
            short(&format!("-{text}")),
            text.parse().ok().map(|value: i64| -value),
            "-{text}"
        );
    }
    assert_eq!((short("0"), short("-0")), (Some(0), Some(0)));
    for text in [
        "1.5",
        "5.0",
        "1e2",
        "1234567890.5",
        "1234567890e1",
        "9999999999999999999",
        "true",
        "\"1\"",
    ] {
        assert_eq!(short(text), None, "{text}");
    }
}
