/** Version of the arithmetic. It changes whenever the same request to the same release could give other bytes. */
export const ENGINE_VERSION = 'pramaan-engine-2.13.0'
