import { resolve } from 'node:path'
import type { PlatformConfig } from '../../platform/config/config.ts'
import { readBucket } from '../../platform/config/config.ts'
import { folderPlace } from './folder-place.ts'
import type { BackupPlace } from './place.ts'

/** Opens a folder or `s3://bucket/prefix`. Does not connect yet: the first use shows whether the place is there. */
export async function openPlace(
  place: string,
  { s3Endpoint: endpoint }: Pick<PlatformConfig, 's3Endpoint'>,
): Promise<BackupPlace> {
  const bucket = readBucket(place)
  if (bucket === undefined) return folderPlace(resolve(place))
  // Loaded only if needed, as for report files.
  const { s3Place } = await import('./s3-place.ts')
  return s3Place({ kind: 's3', ...bucket, endpoint })
}
