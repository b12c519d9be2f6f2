/** The bytes are no picture that is taken; the message goes on after the picture's name. */
export class ImageRefused extends Error {
  override readonly name = 'ImageRefused'
}
