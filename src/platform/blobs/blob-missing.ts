/** Nothing stands under the key. */
export class BlobMissing extends Error {
  override readonly name = 'BlobMissing'

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no file ${key} in the report store.`, options)
  }
}
