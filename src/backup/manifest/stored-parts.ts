import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { filesKey, objectListKey, sealedFilesKey } from '../place/layout.ts'
import { DamagedObject, type Packing, packingFor, type Unpacking, unpackingWith } from '../place/packing.ts'
import { type BackupPlace, FileMissing, type StoredObject } from '../place/place.ts'
import type { FileList } from './file-list.ts'
import { type Manifest, type StoredPart, sha256Of } from './manifest.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const UNPACKED_BYTES_MAX = 1024 ** 3

/** Stores a part of the manifest and returns how to recognize it. */
async function store(place: BackupPlace, key: string, content: Uint8Array): Promise<StoredPart> {
  await place.put(key, content)
  return { key, bytes: content.length, sha256: sha256Of(content) }
}

/** Reads a part; it must be as the manifest says. */
async function load(place: BackupPlace, { key, bytes, sha256 }: StoredPart): Promise<Buffer> {
  const content = await place.read(key).catch((error: unknown) => {
    if (error instanceof FileMissing) throw new DamagedObject(key, 'is missing', { cause: error })
    throw error
  })
  if (content.length !== bytes || sha256Of(content) !== sha256) throw new DamagedObject(key, 'is damaged')
  return content
}

export async function storeFileList(
  place: BackupPlace,
  backupId: string,
  { list, packing }: { readonly list: FileList; readonly packing: Packing },
): Promise<StoredPart> {
  return store(place, filesKey(backupId, packing.suffix), await packing.pack(Buffer.from(JSON.stringify(list))))
}

export async function loadFileList(place: BackupPlace, manifest: Manifest, unpacking: Unpacking): Promise<FileList> {
  const { fileList } = manifest
  const text = await unpacking.unpack(fileList.key, await load(place, fileList))
  return JSON.parse(text.toString('utf8')) as FileList
}

const SEALED_FOR = 'backup file list'

export async function storeSealedFileList(
  place: BackupPlace,
  backupId: string,
  { list, secrets }: { readonly list: FileList; readonly secrets: Secrets },
): Promise<StoredPart> {
  const sealed = secrets.seal(await compress(JSON.stringify(list)), SEALED_FOR)
  return store(place, sealedFilesKey(backupId), sealed)
}

/** The files of a backup of this installation, without the identity that its content is encrypted for. */
export async function loadOwnFileList(place: BackupPlace, manifest: Manifest, secrets: Secrets): Promise<FileList> {
  const { sealedFileList: sealed } = manifest
  if (sealed === undefined) return loadFileList(place, manifest, unpackingWith([]))
  const opened = secrets.open(await load(place, sealed), SEALED_FOR)
  const text = await decompress(opened, { maxOutputLength: UNPACKED_BYTES_MAX })
  return JSON.parse(text.toString('utf8')) as FileList
}

const CLEAR = packingFor([])

/** Stored without encryption: names are keyed hashes, and pruning has no identity. */
export async function storeObjectList(
  place: BackupPlace,
  backupId: string,
  objects: readonly StoredObject[],
): Promise<StoredPart> {
  const lines = objects.map(({ key, bytes }) => `${bytes} ${key}\n`)
  return store(place, objectListKey(backupId), await CLEAR.pack(Buffer.from(lines.join(''))))
}

/** All objects that a backup needs, with the sizes that they have in the place. */
export async function loadObjectList(place: BackupPlace, { objectList }: Manifest): Promise<readonly StoredObject[]> {
  const text = await unpackingWith([]).unpack(objectList.key, await load(place, objectList))
  const lines = text.toString('utf8').split('\n').filter(Boolean)
  return lines.map((line) => {
    const [bytes = '', key = ''] = line.split(' ')
    return { key, bytes: Number(bytes) }
  })
}
