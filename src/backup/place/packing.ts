import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'
import { Decrypter, Encrypter } from 'age-encryption'
import { AppError } from '../../kernel/errors.ts'
import type { Suffix } from './layout.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
/** The lowest level: a backup is limited by what it takes from the service, not by the size of its objects. */
const COMPRESSION = { params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 } }
/** An object of ours never unpacks to more. */
const UNPACKED_BYTES_MAX = 1024 ** 3

/** Turns bytes into objects: compressed with zstd, and encrypted with age if there are recipients. */
export type Packing = {
  readonly suffix: Suffix
  /** Public keys, such as age1…; none: objects are not encrypted. */
  readonly recipients: readonly string[]
  readonly pack: (bytes: Uint8Array) => Promise<Uint8Array>
}

export function packingFor(recipients: readonly string[]): Packing {
  if (recipients.length === 0) return { suffix: '.zst', recipients, pack: (bytes) => compress(bytes, COMPRESSION) }
  const encrypter = new Encrypter()
  for (const recipient of recipients) addRecipient(encrypter, recipient)
  return {
    suffix: '.zst.age',
    recipients,
    pack: async (bytes) => encrypter.encrypt(await compress(bytes, COMPRESSION)),
  }
}

function addRecipient(encrypter: Encrypter, recipient: string): void {
  try {
    encrypter.addRecipient(recipient)
  } catch (error) {
    const message = `"${recipient}" is not an age recipient: expected age1…, as age-keygen prints it.`
    throw new AppError('invalid', 'INVALID_RECIPIENT', message, [], { cause: error })
  }
}

/** Turns objects into bytes again. */
export type Unpacking = {
  /** The key of the object says how it was packed; an error names it. */
  readonly unpack: (key: string, object: Uint8Array) => Promise<Buffer>
}

/** Identities are the secret keys of recipients (AGE-SECRET-KEY-1…). */
export function unpackingWith(identities: readonly string[]): Unpacking {
  const decrypter = new Decrypter()
  for (const identity of identities) addIdentity(decrypter, identity)
  const decrypted = async (key: string, object: Uint8Array): Promise<Uint8Array> => {
    if (!key.endsWith('.age')) return object
    if (identities.length === 0) {
      throw new DamagedObject(key, 'is encrypted: name the file of an age identity with --identity')
    }
    return decrypter.decrypt(object).catch((error: Error) => {
      const isWrongKey = /no identity matched/.test(error.message)
      throw new DamagedObject(key, isWrongKey ? 'is encrypted for another key' : 'is damaged', { cause: error })
    })
  }
  return {
    unpack: async (key, object) => {
      const compressed = await decrypted(key, object)
      return decompress(compressed, { maxOutputLength: UNPACKED_BYTES_MAX }).catch((error: Error) => {
        throw new DamagedObject(key, 'is damaged', { cause: error })
      })
    },
  }
}

function addIdentity(decrypter: Decrypter, identity: string): void {
  try {
    decrypter.addIdentity(identity)
  } catch (error) {
    // The sentence does not repeat it: it is a secret.
    const message = 'The identity is not one of age: expected AGE-SECRET-KEY-1…, as age-keygen writes it.'
    throw new AppError('invalid', 'INVALID_IDENTITY', message, [], { cause: error })
  }
}

/** An object of the place that cannot be used. */
export class DamagedObject extends Error {
  override readonly name = 'DamagedObject'
  readonly key: string
  readonly problem: string

  constructor(key: string, problem: string, options?: ErrorOptions) {
    super(`${key} ${problem}`, options)
    this.key = key
    this.problem = problem
  }
}
