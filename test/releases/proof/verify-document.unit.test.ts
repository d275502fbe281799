import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sha256 } from '#digest'
import { decodeBase64 } from '../../../releases/proof/format/base64.ts'
import { utf8Bytes } from '../../../releases/proof/format/bytes.ts'
import { parseCheckpoint } from '../../../releases/proof/format/checkpoint.ts'
import { preAuthEncoding } from '../../../releases/proof/format/dsse.ts'
import {
  COSIGNATURE_TYPE,
  LOG_SIGNATURE_TYPE,
  logOrigin,
  noteKeyHash,
} from '../../../releases/proof/format/note-key.ts'
import { keyIdOf } from '../../../releases/proof/format/public-key.ts'
import { REFUSAL_CODES } from '../../../releases/proof/format/refusal.ts'
import { PREDICATE_TYPE, STATEMENT_TYPE } from '../../../releases/proof/format/statement.ts'
import { leafHash, merkleRoot } from '../../../releases/proof/merkle/tree.ts'
import { cosignCheckpoint, signCheckpoint } from '../../../releases/proof/sign/checkpoint.ts'
import { signingKeyFromSeed } from '../../../releases/proof/sign/signing-key.ts'
import { signEnvelope } from '../../../releases/proof/sign/statement.ts'
import { assertionFault } from '../../../releases/proof/verify/passkey.ts'
import { canonicalText } from '../../../releases/record/canonical.ts'
import { fromHex, toHex } from '../../support/hex.ts'

/** Of the log in the document's examples. */
const ORIGIN = logOrigin('0123456789abcdef')
const document = readFileSync('docs/verify/README.md', 'utf8')
const section = (number: number) => document.split(/^## /m).find((part) => part.startsWith(`${number}. `)) ?? ''
const log = signingKeyFromSeed(fromHex('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'))
const witness = signingKeyFromSeed(fromHex('4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb'))

describe('the verification document', () => {
  it('explains every refusal code, in the order of the list, and no other', () => {
    const explained = [...section(9).matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, code]) => code)
    expect(explained).toEqual([...REFUSAL_CODES])
  })

  it('names every code in its checks', () => {
    const checks = section(7) + section(8)
    expect(REFUSAL_CODES.filter((code) => !checks.includes(`\`${code}\``))).toEqual([])
  })

  it('gives the types of statement and predicate that are signed', () => {
    expect(section(5)).toContain(`"${STATEMENT_TYPE}"`)
    expect(section(5)).toContain(`"${PREDICATE_TYPE}"`)
  })

  it('has correct key ids, key hashes and signatures', () => {
    const values = [
      log.keyId,
      toHex(log.publicKey),
      toHex(witness.publicKey),
      toHex(noteKeyHash(ORIGIN, LOG_SIGNATURE_TYPE, log.publicKey)),
      toHex(noteKeyHash('witness.example/one', COSIGNATURE_TYPE, witness.publicKey)),
      signEnvelope(new TextEncoder().encode('{}'), log).signatures[0].sig,
      Buffer.from(preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world'))).toString(),
      canonicalText({ '\u{1f4a1}': 1, '\uff5e': [true, null], a: 'é\u0001/"' }),
    ]
    expect(values.filter((value) => !section(10).includes(`\`${value}\``))).toEqual([])
  })

  it('gives an assertion of a passkey that holds for that message, and for no other', () => {
    const [, text = ''] = /- Passkey:([\s\S]*?)\n- /.exec(section(10)) ?? []
    const [key, keyId, rp_id, origin, message, authenticator_data, client_data_json, signature] = [
      ...text.matchAll(/`([^`]+)`/g),
    ]
      .map(([, value = '']) => value)
      .filter((value) => value !== 'rp_id' && value !== 'origin')
    const publicKey = decodeBase64(key!)!
    const passkey = { credential_id: 'AA==', rp_id: rp_id!, origin: origin! }
    const assertion = {
      authenticator_data: authenticator_data!,
      client_data_json: client_data_json!,
      signature: signature!,
    }
    expect(keyIdOf(publicKey)).toBe(keyId)
    expect(message).toBe('{}')
    expect(assertionFault(publicKey, passkey, utf8Bytes(message!), assertion)).toBeNull()
    expect(assertionFault(publicKey, passkey, utf8Bytes('[]'), assertion)).toBe('challenge_mismatch')
  })

  it('has correct Merkle roots', () => {
    const data = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f']
    const leaves = data.map((text) => leafHash(fromHex(text)))
    const rows = [...section(10).matchAll(/^\| (\d) \| `([0-9a-f]+)` \|$/gm)]
    expect(rows.length).toBe(5)
    for (const [, size, root] of rows) expect(toHex(merkleRoot(leaves.slice(0, Number(size))))).toBe(root)
  })

  it('shows a checkpoint that is exactly what these keys sign', () => {
    const [, shown = ''] = /```\n(pramaan\/log\/v2\/0123456789abcdef\n8\n[^`]+)```/.exec(section(10)) ?? []
    const parsed = parseCheckpoint(shown)
    const content = parsed.ok ? parsed.checkpoint : expect.fail(parsed.reason)
    const head = { position: 57, hash: sha256('') }
    expect(content.logHead).toEqual(head)
    const note = signCheckpoint(
      { origin: ORIGIN, size: 8, root: content.root, logHead: head, servingSha256: sha256('') },
      log,
    )
    const cosigned = cosignCheckpoint(note, { name: 'witness.example/one', key: witness }, 1_775_000_000)
    expect(cosigned).toEqual({ ok: true, note: shown })
  })
})
