// Theia's dependencies include puppeteer; our tests drive Debian's Chromium instead of a downloaded one.
module.exports = { skipDownload: true };
