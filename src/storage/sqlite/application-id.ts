/** "THLN": tells our stores from other people's SQLite files. */
export const APPLICATION_ID = 0x54484c4e;
