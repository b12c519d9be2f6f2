/** Nothing stands under the key. */
export class FileMissing extends Error {
  override readonly name = 'FileMissing'

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no file ${key} in the file store.`, options)
  }
}
