// pure

const ID = /^[a-zA-Z0-9_-]{1,32}$/
const LENGTH_MAX = 32

export function isMerchantId(text: string): boolean {
  return ID.test(text)
}

/** An id made of the name's letters: `Café Zürich` is `cafe-zurich`. Empty for a name in another script. */
export function suggestedId(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, LENGTH_MAX)
    .replaceAll(/^-+|-+$/g, '')
}
