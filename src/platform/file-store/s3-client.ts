import { S3Client } from '@aws-sdk/client-s3'
import type { FileStoreConfig } from '../config/config.ts'

export type S3Place = FileStoreConfig & { readonly kind: 's3' }

const CONNECT_MS_MAX = 10_000
/** A slow download holds one, and must not keep a report from being stored. */
const CONNECTIONS_MAX = 500
/** Without a byte in either direction; a reader that is slower than this has left. */
const SILENCE_MS_MAX = 10 * 60_000

/** Region and credentials come from the usual AWS settings. */
export function s3ClientOf({ endpoint }: S3Place, { attemptsMax }: { readonly attemptsMax: number }): S3Client {
  return new S3Client({
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    maxAttempts: attemptsMax,
    requestHandler: {
      connectionTimeout: CONNECT_MS_MAX,
      socketTimeout: SILENCE_MS_MAX,
      httpAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
      httpsAgent: { keepAlive: true, maxSockets: CONNECTIONS_MAX },
    },
  })
}

export function s3KeyOf({ prefix }: S3Place, key: string): string {
  return prefix === '' ? key : `${prefix}/${key}`
}
