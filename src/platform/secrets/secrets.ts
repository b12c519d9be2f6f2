import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert } from '../../kernel/assert.ts'
import type { PlatformConfig } from '../config/config.ts'
import type { DataFolder } from '../files/data-folder.ts'
import { refuseShared } from '../files/permissions.ts'
import { placeSmallFile } from '../files/small-file.ts'
import { StartupError } from '../processes/startup-error.ts'

const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** Of values that were opened: deriving a key takes longer than opening a short value. */
const VALUE_KEYS_KEPT_MAX = 1_000
/** First byte of everything sealed, so that another way of sealing can follow. */
const FORM = 1

/** Encrypts and authenticates. Every purpose has its own key. */
export class Secrets {
  readonly #keys = new Map<string, Buffer>()
  readonly #valueKeys = new Map<string, KeyObject>()
  readonly #masterKey: Buffer

  constructor(masterKey: Buffer) {
    assert(masterKey.length === KEY_BYTES, 'A secret key has 32 bytes.')
    this.#masterKey = masterKey
  }

  /**
   * Encrypts with AES-256-GCM. The context (the owner of the secret) must be given again to open it, so that
   * a sealed value that was copied to another row is worth nothing. Each value has a key of its own:
   * under a single one, chance would repeat a nonce after some thousand million values.
   */
  seal(plain: string | Buffer, context: string): Buffer {
    const salt = randomBytes(SALT_BYTES)
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#derive('seal', salt), nonce)
    cipher.setAAD(Buffer.from(context))
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([Buffer.of(FORM), salt, nonce, cipher.getAuthTag(), encrypted])
  }

  /** Throws if the key or the context differs, or a bit was changed. */
  open(sealed: Buffer, context: string): Buffer {
    assert(sealed[0] === FORM, 'A sealed value has a form that this program does not know.')
    const [nonceAt, tagAt] = [1 + SALT_BYTES, 1 + SALT_BYTES + NONCE_BYTES]
    const salt = sealed.subarray(1, nonceAt)
    const nonce = sealed.subarray(nonceAt, tagAt)
    const tag = sealed.subarray(tagAt, tagAt + TAG_BYTES)
    const decipher = createDecipheriv('aes-256-gcm', this.#keyOfValue(salt), nonce, {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(context))
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(sealed.subarray(tagAt + TAG_BYTES)), decipher.final()])
  }

  /** A keyed hash: equal for equal data, and useless without the key. */
  code(purpose: string, data: string | Buffer): Buffer {
    return createHmac('sha256', this.#key(`code ${purpose}`))
      .update(data)
      .digest()
  }

  isCodeOf(code: Buffer, purpose: string, data: string | Buffer): boolean {
    const expected = this.code(purpose, data)
    return code.length === expected.length && timingSafeEqual(code, expected)
  }

  #key(purpose: string): Buffer {
    return this.#keys.getOrInsertComputed(purpose, () => this.#derive(purpose, ''))
  }

  /** It opens one value, and the key from which it is derived is in memory, too. */
  #keyOfValue(salt: Buffer): KeyObject {
    const name = salt.toString('latin1')
    const known = this.#valueKeys.get(name)
    if (known !== undefined) return known
    const key = createSecretKey(this.#derive('seal', salt))
    if (this.#valueKeys.size >= VALUE_KEYS_KEPT_MAX) this.#valueKeys.clear()
    this.#valueKeys.set(name, key)
    return key
  }

  #derive(purpose: string, salt: Buffer | string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#masterKey, salt, `quittance ${purpose}`, KEY_BYTES))
  }
}

/** Uses the key of the configuration, or else the one in the data folder, which is created if missing. */
export function loadSecrets({ secretKey }: Pick<PlatformConfig, 'secretKey'>, folder: DataFolder): Secrets {
  if (secretKey !== undefined) return new Secrets(Buffer.from(secretKey, 'base64'))
  const file = secretKeyFileOf(folder)
  if (!existsSync(file)) {
    placeSmallFile(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`)
  }
  refuseShared(file, 'The secret key', { ownerOnly: '600' })
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')
  if (key.length !== KEY_BYTES) throw new StartupError(`The file ${file} is damaged.`)
  return new Secrets(key)
}

export function secretKeyFileOf({ path }: DataFolder): string {
  return join(path, 'secret.key')
}
