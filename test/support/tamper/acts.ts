import { sha256 } from '#digest'
import { canonicalBytes } from '../../../releases/record/canonical.ts'
import { baked, refused, type TamperCase } from './case.ts'
import { attestation, bake, eventHash, keys, openingOf, people, type Recipe, recordContent } from './world.ts'

const ZEROS = Buffer.alloc(64).toString('base64')

/** Invalid acts in a statement that the log signed anyway. */
export function actCases(): TamperCase[] {
  const acts = (name: string, code: TamperCase['codes'][number], change: Recipe['acts']) =>
    refused(`acts: ${name}`, code, { bundle: baked({ acts: change }) })
  const [first] = bake().envelope.signatures
  const sound = openingOf(2, sha256(canonicalBytes(recordContent(2))))
  const [one] = sound.act.signatures
  const opened =
    (fields: object): Recipe['acts'] =>
    ([opening, ...others]) => [{ ...opening, ...fields }, ...others]
  const acted = (fields: object) => opened({ act: { ...sound.act, ...fields } })
  const resigned = (fields: object) => acted({ signatures: [{ ...one, ...fields }] })
  return [
    acts('none', 'STATEMENT_INVALID', () => []),
    acts('of an unknown type', 'STATEMENT_INVALID', opened({ type: 'ReleaseApproved' })),
    acts('a payload that is a list', 'STATEMENT_INVALID', opened({ payload: [] })),
    acts('three signatures', 'STATEMENT_INVALID', acted({ signatures: [one, one, one] })),
    acts('a name with a space', 'STATEMENT_INVALID', resigned({ person: 'as ha' })),
    acts('no opening', 'OPENING_MISMATCH', ([, other]) => [other]),
    acts('the opening last', 'OPENING_MISMATCH', ([opening, other]) => [other, opening]),
    acts('two openings', 'OPENING_MISMATCH', ([opening, other]) => [opening, other, opening]),
    acts('an opening of another record', 'OPENING_MISMATCH', () => [openingOf(2, sha256('other'))]),
    acts('an opening of another revision', 'OPENING_MISMATCH', () => [
      openingOf(3, sha256(canonicalBytes(recordContent(2)))),
    ]),
    acts('an opening by somebody else than the statement says', 'OPENING_MISMATCH', (_, opening) => [
      opening({ name: 'bashir', key: people.bashir }),
    ]),
    acts('signed for another log', 'ACT_INVALID', (_, opening) => [opening({ origin: 'pramaan/log/v2/other' })]),
    acts('signed by a stranger', 'ACT_INVALID', (_, opening) => [opening({ key: keys.stranger })]),
    acts('signed by somebody else under this name', 'ACT_INVALID', (_, opening) => [opening({ key: people.bashir })]),
    acts('signed by the key of the log', 'ACT_INVALID', (_, opening) => [opening({ key: keys.current })]),
    acts('signed before she was enrolled', 'ACT_INVALID', ([opening]) => [
      opening,
      attestation({ name: 'meena', key: people.meena, position: 40 }),
    ]),
    acts('signed after she was revoked', 'ACT_INVALID', ([opening]) => [
      opening,
      attestation({ name: 'meena', key: people.meena, position: 60 }),
    ]),
    acts('an attestation of a document that the record does not name', 'ACT_INVALID', ([opening]) => [
      opening,
      attestation({}, { hash: sha256('another order') }),
    ]),
    acts('an attestation in the stream of another document', 'ACT_INVALID', ([opening]) => [
      opening,
      attestation({}, { stream: `source-${sha256('another order')}` }),
    ]),
    acts('an attestation that was signed as another command', 'ACT_INVALID', ([opening]) => [
      opening,
      attestation({ command: 'review' }),
    ]),
    acts(
      'another payload under the signature',
      'ACT_INVALID',
      opened({ payload: { ...sound.payload, findings: [1] } }),
    ),
    acts('another stream under the signature', 'ACT_INVALID', opened({ stream: 'state-YY' })),
    acts('another place under the signature', 'ACT_INVALID', opened({ version: 4 })),
    acts('another command id under the signature', 'ACT_INVALID', opened({ command_id: 'x' })),
    acts('another command under the signature', 'ACT_INVALID', acted({ command: 'approve' })),
    acts(
      'an earlier head under the signature',
      'ACT_INVALID',
      acted({ log_head: { position: 19, hash: eventHash(19) } }),
    ),
    acts('of two events', 'ACT_INVALID', acted({ events: 2 })),
    acts('a signature of zeros', 'ACT_INVALID', resigned({ signature: ZEROS })),
    acts('the seal\u2019s signature', 'ACT_INVALID', resigned({ signature: first.sig })),
    acts('signed twice by one', 'ACT_INVALID', acted({ signatures: [one, one] })),
  ]
}
