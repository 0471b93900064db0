/** A file that nobody filled in is no identity. */
export const hasIdentity = <T extends { readonly text: string }>(identity: T | null): identity is T =>
  identity !== null && identity.text.trim() !== '';
