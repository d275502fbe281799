/** The entries of an entry bundle (C2SP tlog-tiles, "Log entries"), wherever in a buffer it stands. */
export function entriesOf(bundle: Uint8Array): Uint8Array[] {
  const bytes = Buffer.from(bundle.buffer, bundle.byteOffset, bundle.length)
  const entries: Uint8Array[] = []
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + bytes.readUInt16BE(at)
    entries.push(bundle.slice(at + 2, end))
    at = end
  }
  return entries
}
