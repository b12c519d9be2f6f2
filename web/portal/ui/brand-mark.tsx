/** The sign of the product, as in web/reference/icon.svg. */
export function BrandMark({ size = 24 }: { readonly size?: number }) {
  return (
    <svg className="brand-mark" width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M21 10.3A8 8 0 1 0 15 23.9" />
      <path d="m13 15.5 5 5 7.5-8.5" />
    </svg>
  )
}
