import { describe, expect, test } from 'vitest'
import { readExamples } from '../../services/api/openapi/examples.ts'
import type { Json } from './api-call.ts'
import { contractProblems, type Received } from './validate-response.ts'

/** The validator of every answer in the tests detects deviations from the contract. */

const { request, response } = readExamples().get('states.all')!
const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'req_0123456789012345678901',
  'cache-control': 'private, no-cache',
  vary: 'accept-encoding, Authorization, X-API-Key, Origin',
  date: 'Fri, 20 Nov 2026 18:00:00 GMT',
  'content-security-policy': "default-src 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  etag: 'W/"abc"',
  'x-ratelimit-limit': '20',
  'x-ratelimit-remaining': '19',
  'x-ratelimit-reset': '1795167057',
  ratelimit: '"burst";r=19;t=10',
  'ratelimit-policy': '"burst";q=20;w=10, "minute";q=60;w=60',
}

function problems(
  change: (answer: { headers: Record<string, string | undefined>; body: Json; status: number }) => void,
) {
  const answer = {
    headers: { ...HEADERS } as Record<string, string | undefined>,
    body: structuredClone(response.body) as Json,
    status: 200,
  }
  change(answer)
  const received = { status: answer.status, headers: answer.headers, text: JSON.stringify(answer.body) } as Received
  return contractProblems(request.method, request.path, received)
}

test('what is right passes', () => {
  expect(problems(() => {})).toEqual([])
})

describe('it finds', () => {
  test.each<[string, Parameters<typeof problems>[0], RegExp]>([
    [
      'a field nobody named',
      ({ body }) => {
        body.data[0].extra = 1
      },
      /additional properties.*extra/,
    ],
    [
      'a field of the envelope nobody named',
      ({ body }) => {
        body.more = 1
      },
      /additional properties.*more/,
    ],
    [
      'a field that is missing',
      ({ body }) => {
        delete body.data[0].production_payable
      },
      /production_payable/,
    ],
    [
      'a value of another type',
      ({ body }) => {
        body.data[0].schedule_rows = '34'
      },
      /schedule_rows must be integer/,
    ],
    [
      'a literal that is another',
      ({ body }) => {
        body.data[0].production_payable = true
      },
      /production_payable/,
    ],
    [
      'another version',
      ({ body }) => {
        body.api_version = 'V9'
      },
      /api_version/,
    ],
    [
      'a header that is missing',
      ({ headers }) => {
        headers['ratelimit-policy'] = undefined
      },
      /RateLimit-Policy is missing/,
    ],
    [
      'a header of another form',
      ({ headers }) => {
        headers['ratelimit'] = '19'
      },
      /RateLimit: 19/,
    ],
    [
      'a strong tag',
      ({ headers }) => {
        headers['etag'] = '"abc"'
      },
      /ETag/,
    ],
    [
      'a header that no table explains',
      ({ headers }) => {
        headers['x-powered-by'] = 'x'
      },
      /x-powered-by is not in docs/,
    ],
    [
      'a header that should be on every answer and is not',
      ({ headers }) => {
        headers['referrer-policy'] = undefined
      },
      /referrer-policy is missing/,
    ],
    [
      'another type of content',
      ({ headers }) => {
        headers['content-type'] = 'text/html'
      },
      /text\/html/,
    ],
    [
      'a status that the operation does not have',
      (answer) => {
        answer.status = 418
      },
      /no response 418/,
    ],
  ])('%s', (_what, change, message) => {
    expect(problems(change).join('\n')).toMatch(message)
  })
})
