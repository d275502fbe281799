import { z } from 'zod'
import { alive, notReady } from '../../responses/bare.ts'
import { named } from '../../responses/registry.ts'
import { CONTRACT_VERSION } from '../info.ts'
import { operation } from './operation.ts'

const openApiDocument = named(
  'OpenApiDocument',
  'This document',
  z.looseObject({
    openapi: z.literal('3.1.0'),
    info: z.looseObject({ title: z.string(), version: z.literal(CONTRACT_VERSION) }),
    paths: z.record(z.string(), z.looseObject({})),
  }),
)

/** The service about itself. No key is needed. */
export const SERVICE_OPERATIONS = {
  'GET /v1/openapi.json': operation({
    operationId: 'getOpenApi',
    tag: 'Service',
    summary: 'The machine-readable contract',
    description: 'This document. It changes with the code, never with the data.',
    schema: openApiDocument,
    conditional: true,
  }),
  'GET /v1/docs': operation({
    operationId: 'getDocs',
    tag: 'Service',
    summary: 'This contract as a page, with a console to try it',
    description: 'Everything the page needs comes from this origin. A key entered there stays in the page.',
    schema: z.string(),
    mediaTypes: ['text/html'],
    says: 'The page',
    conditional: true,
  }),
  'GET /v1/docs/:file': operation({
    operationId: 'getDocsFile',
    tag: 'Service',
    summary: 'A file of the page',
    description: 'Scripts, styles and icons of GET /v1/docs.',
    schema: z.string(),
    mediaTypes: ['text/css', 'text/javascript', 'image/png'],
    says: 'The file',
    codes: ['ROUTE_NOT_FOUND'],
    conditional: true,
    pathParameters: { file: { schema: z.string().min(1).max(64), description: 'Name of the file' } },
  }),
  'GET /llms.txt': operation({
    operationId: 'getLlmsText',
    tag: 'Service',
    summary: 'How to use this service, for agents',
    description: 'The rules of honest use and the routes, as text in the form of llmstxt.org.',
    schema: z.string(),
    mediaTypes: ['text/plain'],
    says: 'The text',
    conditional: true,
  }),
  'GET /livez': operation({
    operationId: 'getLiveness',
    tag: 'Service',
    summary: 'Whether this process answers',
    description: 'For the machinery that restarts processes.',
    schema: alive,
  }),
  'GET /readyz': operation({
    operationId: 'getReadiness',
    tag: 'Service',
    summary: 'Whether every release that should serve does',
    description: 'For load balancers: 503 until all that can serve does.',
    schema: alive,
    other: { status: '503', description: 'A release is missing', schema: notReady },
  }),
} as const
