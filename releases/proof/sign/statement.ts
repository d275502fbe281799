import { canonicalBytes } from '../../record/canonical.ts'
import { encodeBase64 } from '../format/base64.ts'
import { type Envelope, preAuthEncoding, STATEMENT_PAYLOAD_TYPE } from '../format/dsse.ts'
import { PREDICATE_TYPE, parseStatement, STATEMENT_TYPE, type Statement, subjectName } from '../format/statement.ts'
import type { SigningKey } from './signing-key.ts'

/**
 * The canonical bytes of the in-toto Statement for a seal: the envelope contains it and the log entry has its hash.
 * `logHead` is the event log's head at sealing. Throws TypeError for content that a reader would refuse.
 */
export function buildStatement(statement: Statement): Uint8Array {
  const { releaseId, revision, releaseSha256, gates, engineVersion, actors, logHead, acts } = statement
  const bytes = canonicalBytes({
    _type: STATEMENT_TYPE,
    subject: [{ name: subjectName(releaseId, revision), digest: { sha256: releaseSha256 } }],
    predicateType: PREDICATE_TYPE,
    predicate: {
      gates: gates.map(({ gate, passed, checked }) => ({ gate, passed, checked })),
      engine_version: engineVersion,
      actors: { opened_by: actors.opened_by, sealed_by: actors.sealed_by },
      log_head: { position: logHead.position, hash: logHead.hash },
      acts,
    },
  })
  const readBack = parseStatement(bytes)
  if (!readBack.ok) throw new TypeError(`statement cannot be made: ${readBack.reason}`)
  return bytes
}

/** Wraps a statement's bytes in a DSSE envelope with one signature over their PAE. */
export function signEnvelope(payload: Uint8Array, key: SigningKey): Envelope {
  const sig = encodeBase64(key.sign(preAuthEncoding(STATEMENT_PAYLOAD_TYPE, payload)))
  return {
    payload: encodeBase64(payload),
    payloadType: STATEMENT_PAYLOAD_TYPE,
    signatures: [{ keyid: key.keyId, sig }],
  }
}
