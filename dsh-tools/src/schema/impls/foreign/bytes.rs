//! `bytes`: base64 with padding (RFC 4648, section 4), which a schema says by `contentEncoding`.

use super::read;
use crate::schema::Text;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::{Bytes, BytesMut};

fn read_bytes(text: &str) -> Option<Vec<u8>> {
    STANDARD.decode(text).ok()
}

const BASE64: Text = Text::read(None, None, true, |text| read_bytes(text).is_some());

read! {
    Bytes: BASE64, |text| read_bytes(text).map(Bytes::from), |bytes| STANDARD.encode(bytes);
    BytesMut: BASE64, |text| Some(BytesMut::from(&*read_bytes(text)?)), |bytes| STANDARD.encode(bytes);
}
