import type { Pool } from 'pg'
import { findCommand } from '../../pipeline/event-log/read.ts'
import type { ActContent } from '../../releases/proof/format/act.ts'
import type { Signatory } from '../../releases/proof/sign/act.ts'
import { OperationRefusal } from '../operations/refusal.ts'

/** What a person signs in one act at the desk, and which of it is in the log: opening a release enters documents first. */
export class SignedActs {
  readonly by: Signatory
  readonly #pool: Pool
  readonly #signed: ActContent[] = []

  constructor(pool: Pool, { name, key }: Signatory) {
    this.#pool = pool
    if (!('ask' in key)) throw new Error('a person signs with a passkey at the desk')
    const ask: typeof key.ask = async (content, message) => {
      const signature = await key.ask(content, message)
      this.#signed.push(content)
      return signature
    }
    this.by = { name, key: { keyId: key.keyId, ask } }
  }

  /** In the log; a signature for a place that another act took is not. */
  async entered(): Promise<ActContent[]> {
    const found: ActContent[] = []
    for (const content of this.#signed)
      if ((await findCommand(this.#pool, content.commandId)).length > 0) found.push(content)
    return found
  }

  /** Throws the refusal of an act, with what was done before it. */
  async refuse(error: unknown): Promise<never> {
    if (!(error instanceof OperationRefusal)) throw error
    const { code, message, details } = error
    const entered = await this.entered()
    if (entered.length > 0)
      throw new OperationRefusal(code, `${message}; what you signed before is in the log`, {
        ...details,
        in_the_log: entered.map(described),
      })
    throw code === 'SIGNATURE_DECLINED' ? new OperationRefusal(code, `${message}: nothing was changed`, details) : error
  }
}

/** `source add of order.pdf` */
function described({ command, events }: ActContent): string {
  const { file_name: file } = (events[0]?.payload ?? {}) as { readonly file_name?: string }
  return command.replaceAll('_', ' ') + (file === undefined ? '' : ` of ${file}`)
}
