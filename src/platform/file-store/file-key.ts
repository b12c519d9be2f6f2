import { assert } from '../../kernel/assert.ts'

const KEY_CHARACTERS_MAX = 512
/** With what is put around it while it is unfinished, a name still fits into a file system's 255. */
const NAME_CHARACTERS_MAX = 200
/** No name begins with a dot: so none leads upward, and none is taken for an unfinished file. */
const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/

/** Refuses whatever could lead out of the store; keys and folders of keys are made by us, so that is a bug. */
export function assertKey(key: string): void {
  const isKey =
    key.length <= KEY_CHARACTERS_MAX &&
    key.split('/').every((name) => name.length <= NAME_CHARACTERS_MAX && NAME.test(name))
  assert(isKey, `${JSON.stringify(key)} is not a key of the file store.`)
}
