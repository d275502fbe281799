/** Words for errors of the file system that a person can do something about; others have their own message. */
const FAULTS: Readonly<Record<string, string>> = {
  ELOOP: 'it is a link that leads back to itself',
  ENOTDIR: 'a part of this path is a file, not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user has used all of their share of the disk',
  ENOTSUP: 'no folder can be made there',
  EROFS: 'the file system can only be read',
  EMFILE: 'too many files are open',
  EFBIG: 'it would be too large',
  EIO: 'the disk reports a fault',
  EPIPE: 'its reader has ended',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not text in UTF-8',
}
const READING: Readonly<Record<string, string>> = {
  ENOENT: 'there is no file with this name, or it is a broken link',
  EISDIR: 'it is a folder',
  EACCES: 'this user may not read it',
  EPERM: 'this user may not read it',
}
const WRITING: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EISDIR: 'it is a folder: name a file',
  EEXIST: 'it exists, and is not overwritten',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
}

function faultOf(error: unknown, own: Readonly<Record<string, string>>): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  return own[code] ?? FAULTS[code] ?? error.message
}

/** Whether an error is a fault of writing a file, and not one of what was to be written. */
export const isWriteFault = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (String(error.code) in WRITING || String(error.code) in FAULTS)

/** Why a file or folder could not be read, in words. */
export const readFault = (error: unknown): string => faultOf(error, READING)

/** Why a file or folder could not be written, in words. */
export const writeFault = (error: unknown): string => faultOf(error, WRITING)
