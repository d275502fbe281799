/**
 * Node's HTTP, without what an `import` of it brings: a module that imports it has all of its names read, and one of them,
 * `WebSocket`, loads a client of 1 MB that no process of ours uses.
 */
export const { createServer, IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http')
