//! The context of a read index: whose request it is, and which attempt. raft-rs carries it and does
//! not look at it.

use model::ids::RequestId;
use raft::eraftpb::{Message, MessageType as RaftType};

/// Context of a read index: 16 bytes as TiKV's UUID, request number and attempt.
pub(super) fn read_context(request: RequestId, attempt: u64) -> Vec<u8> {
    let mut context = Vec::with_capacity(16);
    context.extend_from_slice(&request.0.to_be_bytes());
    context.extend_from_slice(&attempt.to_be_bytes());
    context
}

/// The attempt that a context names.
pub(crate) fn context_of(context: &[u8]) -> u64 {
    u64::from_be_bytes(context[8..16].try_into().expect("our own context"))
}

/// The request that a read index message or a heartbeat with a read context is for; `NONE` = none.
pub(crate) fn request_of(message: &Message) -> RequestId {
    let context: &[u8] = match message.get_msg_type() {
        RaftType::MsgReadIndex | RaftType::MsgReadIndexResp => {
            message.entries.first().map_or(&[], |e| &e.data)
        }
        RaftType::MsgHeartbeat | RaftType::MsgHeartbeatResponse => &message.context,
        _ => &[],
    };
    let bytes = context.first_chunk();
    bytes.map_or(RequestId::NONE, |bytes| {
        RequestId(u64::from_be_bytes(*bytes))
    })
}
