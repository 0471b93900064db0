// Loaded into the program with --import: its clock runs by as many milliseconds off as the named file says.
import { readFileSync } from 'node:fs';

const file = process.env.FAULT_CLOCK_FILE ?? '';
const trueNow = Date.now.bind(Date);

Date.now = () => trueNow() + Number(readFileSync(file, 'utf8'));
