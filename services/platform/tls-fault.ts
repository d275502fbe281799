const UNKNOWN_CA = 'its certificate is of a CA that is not known here'
/** An error of TLS in words, by its code in Node: OpenSSL's own messages name routines of its source. */
const WORDS: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_CA,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_CA,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_CA,
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_OSSL_PEM_NO_START_LINE: 'a file with a certificate or a key is not in PEM',
  ERR_OSSL_X509_KEY_VALUES_MISMATCH: 'the client certificate and its key do not belong together',
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: 'it does not know the CA of the client certificate',
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: 'it requires a client certificate',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not speak TLS there',
}
/** `error:0A000410:SSL routines:ssl3_read_bytes:handshake failure:…`: the reason alone is for people. */
const OF_OPENSSL = /^.*error:[0-9A-F]{8}:[^:]*:[^:]*:([^:]+).*$/s

/** The message of an error of a server, of the connection to it or of TLS. One of several addresses has only a code. */
export function wordsOf(error: Error): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  return WORDS[code] ?? (message.trim().replace(OF_OPENSSL, 'TLS: $1') || code)
}
