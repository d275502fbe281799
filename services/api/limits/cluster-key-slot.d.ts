declare module 'cluster-key-slot' {
  /**
   * The hash slot of a key, 0 to 16383: CRC16 of the part in its first braces, or of all of it (Redis Cluster
   * specification).
   */
  // biome-ignore lint/style/noDefaultExport: that is what the package has
  export default function calculateSlot(key: string): number
}
