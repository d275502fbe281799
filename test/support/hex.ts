export const fromHex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'))
export const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
