/** Characters of the id of a workspace. The search index cuts very long words, so that two longer ids could be one word to it. */
export const MAX_WORKSPACE_ID = 200;
