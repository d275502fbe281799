import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { answerBrokenClient } from '../../../../services/api/checks/http.ts'
import { createLogger } from '../../../../services/platform/logger.ts'
import { readRaw } from '../../../support/api-call.ts'

/** Unreadable requests on a connection that may have others in progress. */

const log = createLogger('api', 'silent')
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'
const NO_REQUEST = 'nonsense\r\n\r\n'

/** Data received by a client that sends a request, waits for `until`, and then sends an invalid one. */
async function received(listener: RequestListener, until: (socket: Socket) => Promise<unknown>): Promise<string> {
  const server = createServer(listener)
  server.on('clientError', (error, socket) => answerBrokenClient(log, error, socket as Socket, { vary: 'origin' }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(REQUEST)
  await until(socket)
  socket.write(NO_REQUEST)
  const all = await text(socket).catch(() => '')
  server.close()
  return all
}

test('in the middle of an answer nothing is written into it: the connection ends', async () => {
  const all = await received(
    (_request, response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('the beginning')
    },
    (socket) => once(socket, 'readable'),
  )
  expect(all).toMatch(/^HTTP\/1\.1 200 .*the beginning$/s)
})

test('after a whole answer it is a 400 of its own', async () => {
  const all = await received(
    (_request, response) => response.end('all'),
    (socket) => once(socket, 'readable'),
  )
  const [, second = ''] = all.split(/(?=HTTP\/1\.1 400)/)
  expect([readRaw(second).code, readRaw(second).headers.vary]).toEqual(['BAD_REQUEST', 'origin'])
})
