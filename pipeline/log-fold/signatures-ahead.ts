import { verify } from 'node:crypto'
import { promisify } from 'node:util'
import { ed25519Key } from '../../releases/crypto/signature.node.ts'
import { type ActContent, type ActSignature, actBytes } from '../../releases/proof/format/act.ts'
import { decodeBase64 } from '../../releases/proof/format/base64.ts'
import type { TrustedPerson } from '../../releases/proof/format/trust.ts'
import { type SignatureCheck, signatureFault } from '../../releases/proof/verify/act.ts'
import { canVerify } from '../../releases/proof/verify/envelope.ts'
import type { LoggedCommand } from './read-command.ts'

/** In a thread of Node's thread pool. */
const verifyApart = promisify(verify)

type Begun = { readonly content: ActContent; readonly publicKey: Uint8Array; holds: boolean | null }

/**
 * Verifies signatures of key files on other cores while earlier commands are decided, since for a log of acts most of
 * the work is verification. A result counts only for exactly the content and key that were verified; other signatures
 * are verified when needed.
 */
export class SignaturesAhead {
  readonly #begun = new WeakMap<ActSignature, Begun>()

  /**
   * `people`: those known now. Resolves once all signatures of the command that can be checked with them are verified.
   */
  async begin({ events, content }: LoggedCommand, people: readonly TrustedPerson[]): Promise<void> {
    const act = events[0]?.act
    if (act === undefined || act === null || content === null) return
    await Promise.all(act.signatures.map((given) => this.#verify(given, content, people)))
  }

  async #verify(given: ActSignature, content: ActContent, people: readonly TrustedPerson[]): Promise<void> {
    const { person, key_id: keyId } = given
    const publicKey = people.find((one) => one.keyId === keyId && one.name === person)?.publicKey
    const signature = given.algorithm === 'ed25519' ? decodeBase64(given.signature) : null
    if (publicKey === undefined || signature === null) return
    const begun: Begun = { content, publicKey, holds: null }
    this.#begun.set(given, begun)
    const message = actBytes(content, person, keyId)
    // Signatures that cannot be verified ahead are verified where needed, with the reason for a failure.
    const apart = async (): Promise<boolean> => verifyApart(null, message, ed25519Key(publicKey), signature)
    begun.holds = canVerify(publicKey, signature) && (await apart().catch(() => null))
  }

  readonly check: SignatureCheck = (key, given, content) => {
    const begun = this.#begun.get(given)
    const isAnswered = begun !== undefined && begun.content === content && begun.publicKey === key.publicKey
    if (!isAnswered || begun.holds === null || key.algorithm !== 'ed25519') return signatureFault(key, given, content)
    return begun.holds ? null : 'signature_invalid'
  }
}
