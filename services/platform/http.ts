/**
 * Node's HTTP module without the side effect of `import`, which reads all of its exports: one of them, `WebSocket`,
 * loads a client of 1 MB that none of our processes use.
 */
export const { createServer, IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http')
