/** The gallery's own page: cards that lead into the page. It fetches no engine. */

import "./shell/font.css";
import "./shell/theme.css";
import "./ui/shared.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { firstLanguageOf, onLanguage, speak, textsOf } from "@/language/speaking";
import { language } from "@/language/words";
import { lessonCards } from "./lessons/lessonCards";
import { loadLanguage, loadTheme } from "./session/keep/storage";
import { GalleryPage } from "./views/gallery/GalleryPage";

const place = document.getElementById("root");
if (place === null) throw new Error("gallery/index.html has no #root.");
const root = createRoot(place);

function draw(): void {
  root.render(
    <StrictMode>
      <GalleryPage key={language()} fetchLessons={lessonCards} />
    </StrictMode>,
  );
}

/** As it was chosen in the page, or as the system has it. */
function followTheme(): void {
  const dark = window.matchMedia("(prefers-color-scheme: dark)");
  const kept = loadTheme();
  const apply = () => {
    const own = dark.matches ? "dark" : "light";
    document.documentElement.dataset.theme = kept === null || kept === "system" ? own : kept;
  };
  dark.addEventListener("change", apply);
  apply();
}

followTheme();
onLanguage(draw);
const asked = new URLSearchParams(location.search).get("language");
void textsOf("scenarios");
void speak(firstLanguageOf(asked, loadLanguage(), ...navigator.languages)).then(draw);
