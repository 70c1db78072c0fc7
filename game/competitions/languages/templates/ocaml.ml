(* A bot in OCaml for any game: it reads a line of JSON for each turn and answers with a move. This one plays at random;
   "position" is the text of the position, which the rules' page describes. Try it: plyground trial bot.ml GAME *)

(* Choose one of the legal moves. *)
let choose _position legal = List.nth legal (Random.int (List.length legal))

(* Where a text begins in a line, from a place on. *)
let rec find line text from =
  if from + String.length text > String.length line then None
  else if String.sub line from (String.length text) = text then Some from
  else find line text (from + 1)

(* What stands in a line between the first of two texts and the next. *)
let between line first last =
  match find line first 0 with
  | None -> ""
  | Some place -> (
      let from = place + String.length first in
      match find line last from with None -> "" | Some till -> String.sub line from (till - from))

let moves_of line =
  between line "\"legal\":[" "]" |> String.split_on_char '"' |> List.filteri (fun place _ -> place mod 2 = 1)

let () =
  try
    while true do
      let line = input_line stdin in
      if find line "\"start\"" 0 <> None then begin
        Scanf.sscanf (between (line ^ "}") "\"seed\":" "}") "%d" Random.init;  (* the same seed, the same game *)
        print_endline "{\"ready\": [\"position\"]}"
      end
      else if find line "\"turn\"" 0 <> None then begin
        let move = match moves_of line with [] -> "pass" | legal -> choose (between line "\"position\":\"" "\"") legal in
        Printf.printf "{\"move\": \"%s\"}\n%!" move
      end
      else raise End_of_file
    done
  with End_of_file -> ()
