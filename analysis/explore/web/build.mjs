// Bundles the explorer's program and style into dist, and writes there the digest of what
// they were made from. Run by make explorer.
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

await build({ entryPoints: ["src/main.js"], bundle: true, minify: true, format: "iife", target: "es2022", outfile: "dist/app.js", legalComments: "inline", charset: "utf8" });
const style = await build({ entryPoints: ["src/style.css"], minify: true, write: false });
const put = (page, mark, text) => page.replace(mark, () => text.trim());
let page = readFileSync("src/page.html", "utf8");
page = put(page, "/*style*/", style.outputFiles[0].text);
writeFileSync("dist/page.html", page);

const sum = createHash("sha256");
for (const name of ["build.mjs", "package.json", "package-lock.json", ...readdirSync("src").map((f) => "src/" + f).sort()]) {
  sum.update(name + "\n").update(readFileSync(name)).update("\n");
}
writeFileSync("dist/source.sha256", sum.digest("hex") + "\n");
