-- A bot in Haskell for any game: it reads a line of JSON for each turn and answers with a move. This one plays at
-- random; "position" is the text of the position, which the rules' page describes. Try it: plyground trial bot.hs GAME
module Main (main) where

import Data.Char (isDigit)
import Data.List (isInfixOf, isPrefixOf, tails)
import System.IO (BufferMode (LineBuffering), hSetBuffering, isEOF, stdout)

-- | Choose one of the legal moves, given a number by chance.
choose :: Int -> String -> [String] -> String
choose chance _position legal = legal !! (chance `mod` length legal)

-- | The next number by chance.
next :: Int -> Int
next chance = (chance * 1103515245 + 12345) `mod` 2147483648

-- | What stands in a line between the first of two texts and the next.
between :: String -> String -> String -> String
between line first end = case dropWhile (not . isPrefixOf first) (tails line) of
  [] -> ""
  found : _ -> let text = drop (length first) found in take (length (takeWhile (not . isPrefixOf end) (tails text))) text

-- | The legal moves of a line.
movesOf :: String -> [String]
movesOf line = go (between line "\"legal\":[" "]")
  where
    go text = case drop 1 (dropWhile (/= '"') text) of
      "" -> []
      found -> let (move, rest) = break (== '"') found in move : go (drop 1 rest)

main :: IO ()
main = hSetBuffering stdout LineBuffering >> loop 1

loop :: Int -> IO ()
loop chance = do
  over <- isEOF
  line <- if over then pure "" else getLine
  answer line
  where
    answer line
      | "\"start\"" `isInfixOf` line = do
          putStrLn "{\"ready\": [\"position\"]}"
          loop (read ('0' : takeWhile isDigit (between line "\"seed\":" "}"))) -- the same seed, the same game
      | "\"turn\"" `isInfixOf` line = do
          let position = between line "\"position\":\"" "\""
              move = case movesOf line of
                [] -> "pass"
                legal -> choose (chance `div` 65536) position legal
          putStrLn ("{\"move\": \"" ++ move ++ "\"}")
          loop (next chance)
      | otherwise = pure ()
