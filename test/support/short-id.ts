/** As text shows an id in a store with few of them. */
export const shortId = (id: string): string => id.slice(0, 'rec_'.length + 6);
