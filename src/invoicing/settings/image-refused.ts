/** The image is not accepted; the message follows the name of the field. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
}
