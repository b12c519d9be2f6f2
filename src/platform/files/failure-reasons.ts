/** The operating system's error codes in words. */
const SYSTEM_REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing is listening there',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'it does not respond',
  ECONNRESET: 'it closes the connection',
  EHOSTUNREACH: 'the host is unreachable',
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'it is on a read-only disk',
  ENOTDIR: 'a file is in its way',
  EEXIST: 'a file is in its way',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
}

/** The reason in words, by a store's own codes and then the system's; undefined if none is known. */
export function failureReason(error: unknown, ownReasons: Readonly<Record<string, string>> = {}): string | undefined {
  const { code, message } = error as { code?: unknown; message?: string }
  const known = ownReasons[String(code)] ?? SYSTEM_REASONS[String(code)]
  if (known !== undefined) return known
  return /time(d )?-?out/i.test(message ?? '') ? SYSTEM_REASONS['ETIMEDOUT'] : undefined
}
