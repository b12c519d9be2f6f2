const EXCEPTIONS: Readonly<Record<string, { readonly soapi: string; readonly scmp: string }>> = {
  'Request.MerchantID': { soapi: 'merchantID', scmp: 'merchant_id' },
  'Request.MerchantReferenceNumber': {
    soapi: 'merchantReferenceCode',
    scmp: 'merchant_ref_number',
  },
  'Request.RequestID': { soapi: 'requestID', scmp: 'request_id' },
}

/** `billTo_city`: the group, the field, both beginning small. */
export function soapiNameOf(group: string, name: string): string {
  return EXCEPTIONS[`${group}.${name}`]?.soapi ?? `${lowerCamel(group)}_${lowerCamel(name)}`
}

/** `bill_to_city`. */
export function scmpNameOf(group: string, name: string): string {
  return EXCEPTIONS[`${group}.${name}`]?.scmp ?? snake(`${group}_${name}`)
}

/** `bill_to_city`, by the rule alone, so that no change of an exception renames a column. */
export function columnNameOf(group: string, name: string): string {
  return snake(`${group}_${name}`)
}

function lowerCamel(text: string): string {
  const plain = text.replaceAll(/[^A-Za-z0-9]/g, '')
  return plain.replace(/^[A-Z]+(?=[A-Z][a-z])|^[A-Z]+/, (start) => start.toLowerCase())
}

/** Words begin at a capital that follows a small letter or a digit, or that a small letter follows. */
function snake(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()
    .replaceAll(/_+/g, '_')
    .replace(/_$/, '')
}
